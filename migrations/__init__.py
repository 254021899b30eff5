"""Every table of the store and of the read models, and how each version follows from the last.

Alembic is imported by `migrations.chain` only: it takes longer to import than most commands to run.
"""
