/** The filters of the ledger, as the address has them. */
import { ledgerKinds, serviceAccounts } from '#contract/console/ledger-words.ts'
import { startOfDay } from '#console/i18n/format.ts'
import { readSums } from './money.ts'

/** What is wrong with the filters, as the name of its text; undefined: nothing. */
export type FilterProblem = 'abonementWrong' | 'amountWrong' | 'daysWrong'

function typed(address: URLSearchParams, name: string): string {
  return (address.get(name) ?? '').trim().slice(0, 200)
}

/** The filter of an address; what cannot be read is left out, and `problem` names it. */
export function filterOf(address: URLSearchParams) {
  const pick = <Value extends string>(name: string, values: readonly Value[]) =>
    values.find((one) => one === address.get(name))
  const dayIn = (name: string) => {
    const day = typed(address, name)
    return startOfDay(day) === undefined ? undefined : day
  }
  const [abonement, amount, reference] = ['abonement', 'amount', 'reference'].map((name) =>
    typed(address, name),
  ) as [string, string, string]
  const [from, to, kind] = [dayIn('from'), dayIn('to'), pick('kind', ledgerKinds)]
  const account = pick('account', serviceAccounts)
  const sum = readSums(amount)
  const isNumber = /^\d{6,12}$/.test(abonement)
  const problem: FilterProblem | undefined =
    abonement !== '' && !isNumber
      ? 'abonementWrong'
      : amount !== '' && sum === undefined
        ? 'amountWrong'
        : from !== undefined && to !== undefined && to < from
          ? 'daysWrong'
          : undefined
  const filter = {
    ...(from === undefined ? {} : { from }),
    ...(to === undefined ? {} : { to }),
    ...(kind === undefined ? {} : { kind }),
    ...(account === undefined ? {} : { account }),
    ...(isNumber ? { abonement } : {}),
    ...(sum === undefined ? {} : { amount: String(sum) }),
    ...(reference === '' ? {} : { reference }),
  }
  return { filter, problem }
}

export type LedgerFilter = ReturnType<typeof filterOf>['filter']
