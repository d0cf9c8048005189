/** The network faults that are tested on every system: a payment is completed once, whatever happens on the way. */
import type { Mishap } from './call.ts'
import type { Sheet } from './sheet.ts'

/** The operations of a system on one payment. `undefined` stands for a response that was not read. */
export interface Payer {
  /** A new, unused payment id. */
  newId(): string
  /** Creates a payment; true when the merchant accepted it. Does nothing for a system with one step. */
  begin(id: string, mishap?: Mishap): Promise<boolean | undefined>
  /** Completes it; true when the merchant accepted it, also with the system's own code for "already completed". */
  take(id: string, mishap?: Mishap): Promise<boolean | undefined>
  /** Completes it in parallel `times` times: how often the responses report a completion, and how many accepted. */
  takeAtOnce(id: string, times: number): Promise<{ readonly now: number; readonly agreed: number }>
  /** Its state. */
  stateOf(id: string): Promise<'none' | 'open' | 'taken' | 'cancelled'>
  /** Whether it has only one step. */
  readonly isOneStep: boolean
}

/** Returns how many payments were completed in total. */
export async function playFaults(sheet: Sheet, payer: Payer): Promise<number> {
  let taken = 0
  const isTaken = async (name: string, id: string) => {
    const state = await payer.stateOf(id)
    sheet.same(`${name}: the payment stands as taken`, state, 'taken')
    if (state === 'taken') taken += 1
  }

  sheet.part('Repeated')
  const repeated = payer.newId()
  sheet.same('opened', await payer.begin(repeated), true)
  if (!payer.isOneStep) sheet.same('opened again', await payer.begin(repeated), true)
  sheet.same('taken', await payer.take(repeated), true)
  sheet.same('taken again', await payer.take(repeated), true)
  await isTaken('twice', repeated)

  if (!payer.isOneStep) {
    sheet.part('Reordered')
    const early = payer.newId()
    sheet.same('taken before it was opened is refused', await payer.take(early), false)
    sheet.same('it does not stand', await payer.stateOf(early), 'none')
    sheet.same('then opened', await payer.begin(early), true)
    sheet.same('and taken', await payer.take(early), true)
    await isTaken('in the end', early)
  }

  sheet.part('Delayed')
  const slow = payer.newId()
  sheet.same('opened slowly', await payer.begin(slow, 'delayed'), true)
  sheet.same('taken slowly', await payer.take(slow, 'delayed'), true)
  await isTaken('slowly', slow)

  sheet.part('Dropped, then retried')
  const lost = payer.newId()
  await payer.begin(lost, 'dropped')
  sheet.same('opened again', await payer.begin(lost), true)
  await payer.take(lost, 'dropped')
  sheet.same('taken again', await payer.take(lost), true)
  await isTaken('after the loss', lost)

  sheet.part('At once')
  const twins = payer.newId()
  if (!payer.isOneStep) {
    const opened = await Promise.all([payer.begin(twins), payer.begin(twins)])
    sheet.same('opened twice at once', opened, [true, true])
  }
  const { now, agreed } = await payer.takeAtOnce(twins, 8)
  sheet.so('taken eight times at once: everybody is told that it is taken', agreed === 8, agreed)
  sheet.so('and it was taken once', now === 1, now)
  await isTaken('at once', twins)
  return taken
}
