"""The learnt weights of ``evaluation`` and of ``belief``.

Those of ``evaluation`` are frozen. They were computed by ``learning/my_shelfie.py`` of commit
74818ad, run as ``python learning/my_shelfie.py --rounds 8 --games 4000``. A one-ply player with
these weights wins 90 % of its two-player games against the greedy one.

Those of ``belief`` are computed by ``python -m learning.my_shelfie_belief``; see ``belief.md``.
"""

from __future__ import annotations

import numpy as np

# By feature: its weight at the end of the game, and the weight's slope in the remaining share.
TABLE = """\
constant           4.256  10.491
tiles              0.002   0.101
group_points       0.855   0.060
singles           -0.059  -0.116
groups_of_2       -0.069   1.731
groups_of_3       -0.080   1.435
groups_of_4        0.200   1.854
groups_of_5        0.280   0.992
larger_groups     -0.124  -1.667
touched            0.041   0.075
card_points        0.926  -1.989
card_matches       0.014   6.920
card_open          0.231   3.354
matches_x_open     0.168  -0.415
progress          -0.155   0.064
progress_2         0.538   0.655
progress_4         0.149  -0.187
likenesses        -0.066  -0.126
squares            0.010   1.085
tokens            -0.044   0.334
group_points_2     0.118   0.379
most_of_a_type    -0.011  -0.091
"""

NAMES = tuple(line.split()[0] for line in TABLE.splitlines())
# float64[2, features]
WEIGHTS = np.array([line.split()[1:] for line in TABLE.splitlines()], dtype=np.float64).T.copy()
WEIGHTS.flags.writeable = False

# Relative likelihood of a card given its owner's shelf (``belief``): a line for each number of the
# card's places that match, and in it an entry for each number of places filled with other items.
BELIEF_TABLE = """\
     1000        43        56         4         2         3         4
    23961      2252       464       126       182        74
   369127     40796      7119      1805       762
  4171671    449378     64006     14833
 32804179   5026531    665972
 73301001  16098052
100000000
"""

# int64[7, 7]: by places that match and places filled with other items, at most six together.
BELIEF = np.zeros((7, 7), dtype=np.int64)
for _matched, _line in enumerate(BELIEF_TABLE.splitlines()):
    BELIEF[_matched, : 7 - _matched] = _line.split()
BELIEF.flags.writeable = False
