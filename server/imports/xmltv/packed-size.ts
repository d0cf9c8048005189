/** Detects decompression bombs: a few kilobytes can be made to unpack for hours. */

/** Lists and guides shrink to a tenth or a twentieth; very repetitive ones to a hundredth. */
const maxTimes = 250
/** So much is always allowed, however small the packed file. */
const freeBytes = 64 * 1024 * 1024

/** Throws when `unpacked` bytes are more than `packed` bytes of a real file can hold. */
export function rejectZipBomb(what: string, packed: number, unpacked: number): void {
  if (unpacked > freeBytes && unpacked > packed * maxTimes)
    throw new Error(`${what} unpacks to more than ${maxTimes} times its size, as no guide does`)
}
