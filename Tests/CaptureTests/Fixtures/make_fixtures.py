"""Makes the test pictures `1.jpg`, `2.jpg` and `3.jpg` in this folder.

    python3 make_fixtures.py

Needs Pillow and numpy. Gradients of 32×24 pixels in red, green and blue; baseline JPEG, 4:2:0, with the standard Huffman
tables.
"""

import pathlib

import numpy as np
from PIL import Image

FOLDER = pathlib.Path(__file__).parent

y, x = np.mgrid[0:24, 0:32]
for channel in range(3):
    pixels = np.full((24, 32, 3), 30, np.uint8)
    pixels[:, :, channel] = 90 + 3 * x + 2 * y
    Image.fromarray(pixels).save(FOLDER / f"{channel + 1}.jpg", quality=85, subsampling="4:2:0", optimize=False)
