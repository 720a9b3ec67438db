"""The learnt weights of ``evaluation``. They are frozen.

They were computed by ``learning/nova_luna.py`` of commit 74818ad: once
``python learning/nova_luna.py --rounds 4 --games 1500``, then three times
``python learning/nova_luna.py --iterations 200 --games 2000``; the final fit uses the games of the
last two rounds. A one-ply player with these weights wins 89, 85 and 80 % of its games against 1, 2
and 3 greedy opponents.
"""

from __future__ import annotations

import numpy as np

# By feature: the coefficients of 1, t and t**2 in its weight, where t is the remaining share of the
# game. "lack_210": tasks that lack 2 tiles, with 1 untouched colour and 0 spare sides.
TABLE = """\
discs             -1.366   1.371  -0.534
turn              -0.678   0.676  -0.196
to_move           -0.136  -0.225   0.338
group_squares      0.006   0.033   0.008
reach_1           -0.152   0.411  -0.374
reach_2           -0.175   0.509  -0.471
reach_3           -0.082   0.318  -0.278
stock              0.151  -0.051  -0.065
offer_1            0.124  -0.329   0.279
offer_2            0.204  -0.419   0.300
dead               0.015   0.021  -0.165
lack_100           0.132   0.893  -0.505
lack_101           0.140   0.696  -0.276
lack_102           0.282   0.364  -0.080
lack_110           0.128   0.179   0.039
lack_111           0.171   0.365  -0.163
lack_112           0.351   0.234  -0.185
lack_200          -0.066   0.374   0.167
lack_201           0.057   0.052   0.316
lack_202           0.007   0.465  -0.088
lack_210          -0.018   0.241  -0.039
lack_211           0.033   0.176   0.071
lack_212           0.090   0.295  -0.059
lack_220           0.044   0.035   0.165
lack_221           0.028   0.159   0.092
lack_222           0.094   0.093   0.092
lack_300           0.199   0.073  -0.038
lack_301           0.024   0.265  -0.128
lack_302           0.086   0.123   0.164
lack_310          -0.030   0.052   0.007
lack_311           0.043  -0.071   0.153
lack_312           0.066   0.258  -0.128
lack_320           0.029  -0.024  -0.071
lack_321           0.162   0.101  -0.223
lack_322           0.087   0.092   0.097
lack_330           0.128   0.002   0.042
lack_331           0.030   0.028   0.026
lack_410           0.162  -0.236  -0.231
lack_411           0.017  -0.202  -0.029
lack_412           0.108  -0.231   0.335
lack_440           0.058   0.071   0.083
"""

NAMES = tuple(line.split()[0] for line in TABLE.splitlines())
# float64[3, features]
WEIGHTS = np.array([line.split()[1:] for line in TABLE.splitlines()], dtype=np.float64).T.copy()
WEIGHTS.flags.writeable = False
