/** The faults of every network, played on any system: a payment is taken once whatever happens on the way. */
import type { Mishap } from './call.ts'
import type { Sheet } from './sheet.ts'

/** What a system can do with one payment. `undefined` is told of a call whose answer was never read. */
export interface Payer {
  /** A number for a payment that nobody has used. */
  newId(): string
  /** Opens a payment; true when it was agreed to. Where a payment is taken in one step, it opens nothing. */
  begin(id: string, mishap?: Mishap): Promise<boolean | undefined>
  /** Takes it; true when it was agreed to, also by the system's own word for "taken before". */
  take(id: string, mishap?: Mishap): Promise<boolean | undefined>
  /** Takes it so many times at once: how often it was taken, as the answers tell, and how many of them agreed. */
  takeAtOnce(id: string, times: number): Promise<{ readonly now: number; readonly agreed: number }>
  /** How it stands. */
  stateOf(id: string): Promise<'none' | 'open' | 'taken' | 'cancelled'>
  /** Whether it takes in one step. */
  readonly isOneStep: boolean
}

/** Gives how many payments were taken in all. */
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
