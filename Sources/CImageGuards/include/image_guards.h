// Guards the error exits of libjpeg and libpng.
