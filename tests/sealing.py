"""Keys that are the same in every run, for tests. Nobody else uses them."""

LOG_PRIVATE = "PRIVATE+KEY+harbor-house+8c9d9acb+ARucsk9squ/Dj4LEvr06Xa2J0xtCqDhnVpuijnQQBr2t"
LOG = "harbor-house+8c9d9acb+AaX80saqWzgvK7OabwQwoPK7Ypu2YHNgTUnBR/QtFudA"
WITNESS_PRIVATE = (
    "PRIVATE+KEY+commission.example+09c0aead+BCLCraaFd9+KfJu4KSVeMW1uUhuK4CVWmIzLeae71N+F"
)
WITNESS = "commission.example+09c0aead+BJvQa/YgVoLXNAiSsZlI1TBfWNePC35njpWvoKvbAp32"
NEXT_PRIVATE = "PRIVATE+KEY+harbor-house+e7d8edac+Ad7b/T1DndsLUa4JRdfST9pbDldMzwsA8Ec7GjPbXsAC"
NEXT = "harbor-house+e7d8edac+AdYQGKFStYKLTJQsY7Zq+w5PhcLoSfI6KMDHQ/HCpM/Z"
OTHER_PRIVATE = "PRIVATE+KEY+pier-nine+a1e3f8ab+ASrU5n2zZceMawebZ3VNxCMryXBPtTLr6XnW2LepwE3Y"
