/** Whether something packed grows beyond what anything real does: a few kilobytes can be made to unpack for hours. */

/** Lists and guides pack to a tenth or a twentieth; what repeats itself most, to a hundredth. */
const maxTimes = 250
/** So much may come out of however little. */
const freeBytes = 64 * 1024 * 1024

/** Throws when `unpacked` bytes are more than `packed` bytes of a real file can hold. */
export function refuseBomb(what: string, packed: number, unpacked: number): void {
  if (unpacked > freeBytes && unpacked > packed * maxTimes)
    throw new Error(`${what} unpacks to more than ${maxTimes} times its size, as no guide does`)
}
