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
    sheet.same(`${name}: the payment is completed`, state, 'taken')
    if (state === 'taken') taken += 1
  }

  sheet.part('Repeated')
  const repeated = payer.newId()
  sheet.same('created', await payer.begin(repeated), true)
  if (!payer.isOneStep) sheet.same('created again', await payer.begin(repeated), true)
  sheet.same('completed', await payer.take(repeated), true)
  sheet.same('completed again', await payer.take(repeated), true)
  await isTaken('twice', repeated)

  if (!payer.isOneStep) {
    sheet.part('Reordered')
    const early = payer.newId()
    sheet.same('completed before it was created is rejected', await payer.take(early), false)
    sheet.same('the payment does not exist', await payer.stateOf(early), 'none')
    sheet.same('then created', await payer.begin(early), true)
    sheet.same('and completed', await payer.take(early), true)
    await isTaken('in the end', early)
  }

  sheet.part('Delayed')
  const slow = payer.newId()
  sheet.same('created with a delay', await payer.begin(slow, 'delayed'), true)
  sheet.same('completed with a delay', await payer.take(slow, 'delayed'), true)
  await isTaken('with a delay', slow)

  sheet.part('Dropped, then retried')
  const lost = payer.newId()
  await payer.begin(lost, 'dropped')
  sheet.same('created again', await payer.begin(lost), true)
  await payer.take(lost, 'dropped')
  sheet.same('completed again', await payer.take(lost), true)
  await isTaken('after the dropped request', lost)

  sheet.part('In parallel')
  const twins = payer.newId()
  if (!payer.isOneStep) {
    const opened = await Promise.all([payer.begin(twins), payer.begin(twins)])
    sheet.same('created twice in parallel', opened, [true, true])
  }
  const { now, agreed } = await payer.takeAtOnce(twins, 8)
  sheet.so('completed eight times in parallel: every response reports success', agreed === 8, agreed)
  sheet.so('and it was completed once', now === 1, now)
  await isTaken('in parallel', twins)
  return taken
}
