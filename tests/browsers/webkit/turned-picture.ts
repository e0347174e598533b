/** A JPEG's start, before which nothing stands. */
const START_BYTES = 2

/** Exif of one entry, big-endian: orientation 6, the camera was held on its side. */
const EXIF = Buffer.from(
  'ffe1 0022 457869660000 4d4d002a00000008 0001 0112 0003 00000001 0006 0000 00000000'.replaceAll(' ', ''),
  'hex',
)

/** The same JPEG as a camera writes it that was held on its side: its pixels as they were, and a note on how to turn them. */
export const turned = (picture: Buffer): Buffer =>
  Buffer.concat([picture.subarray(0, START_BYTES), EXIF, picture.subarray(START_BYTES)])
