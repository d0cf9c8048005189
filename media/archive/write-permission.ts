/** Whether an archive may be written to at this moment: another process may record the channel by now. */

/** Asked right before each write; answers from memory. */
export type MayWrite = () => boolean

/** Another process may record this channel: nothing was written. */
export class WriteRefused extends Error {
  override readonly name = 'WriteRefused'

  constructor() {
    super('another process may record this channel by now')
  }
}

/** Throws `WriteRefused` when nothing may be written. Without a permission everything may. */
export function refuseUnless(mayWrite: MayWrite | undefined): void {
  if (mayWrite?.() === false) throw new WriteRefused()
}
