import { assignBrand, countForBrand, type BrandRule } from '#server/accounts/accounts.ts'
import {
  type CliCommand,
  type CommandInput,
  amount,
  done,
  momentIn,
  refused,
} from '#server/cli/command/command.ts'
import { openAccountServices } from '#server/cli/command/services.ts'
import { mainServiceId, unknownBrand } from '#server/site/site.ts'
import { byOperator } from './account-command.ts'

export const accountsBrand: CliCommand = {
  name: 'accounts brand',
  usage: '<brand> [--of <brand>] [--number-prefix <digits>] [--from <moment>] [--until <moment>] [--apply]',
  summary: 'give accounts a brand by a rule',
  help: `For accounts that were made before there were brands, or by programs that name none: messages that no request of theirs
causes, and reports of a brand, are by it. Without --apply it only says how many accounts the rule means. All rules that
are named must hold. The numbers of brands are in "service list".

  --of             the brand that they have now; the main one without it, which includes accounts without a brand
  --number-prefix  the first digits of the subscriber number
  --from, --until  made at or after, and before: like 2026-12-20T18:00, Tashkent's time
  --apply          do it, a thousand at a time; repeated after an interruption, it goes on

Examples
  npm run ekran -- accounts brand 1000001 --number-prefix 4001
  npm run ekran -- accounts brand 1000001 --number-prefix 4001 --until 2026-12-01T00:00 --apply
  npm run ekran -- accounts brand 1 --of 1000001 --apply`,
  options: {
    of: { type: 'string' },
    'number-prefix': { type: 'string' },
    from: { type: 'string' },
    until: { type: 'string' },
    apply: { type: 'boolean' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const read = readRule(input)
    if (typeof read === 'string') return refused(read)
    const { brand, rule } = read
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openAccountServices(tools, stack)
    const unknown = await unknownBrand(work.db, [brand])
    if (unknown !== undefined)
      return refused(`there is no brand ${unknown}; see: npm run ekran -- service list`)
    const count = await countForBrand(work.db, rule)
    if (!input.flag('apply'))
      return done(`The rule means ${amount(count, 'account')}. With --apply they get the brand ${brand}.`)
    const assigned = await assignBrand(work.db, { brand, rule, signal: tools.signal })
    if (assigned > 0)
      await audit.record({
        ...byOperator,
        event: 'accounts_brand_assigned',
        facts: {
          ...{ accounts: assigned, brand, of: rule.from, number_prefix: rule.numberPrefix ?? '' },
          from: input.text('from') ?? '',
          until: input.text('until') ?? '',
        },
      })
    return done(`${amount(assigned, 'account')} got the brand ${brand}.`)
  },
}

/** What was typed, or why it is no rule. */
function readRule(input: CommandInput): { readonly brand: number; readonly rule: BrandRule } | string {
  const [typed = ''] = input.words
  const [of, prefix] = [input.text('of') ?? String(mainServiceId), input.text('number-prefix')]
  const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)
  if (!isNumber(typed) || !isNumber(of)) return 'the number of a brand is in "service list"'
  if (typed === of) return 'the accounts have this brand already: name another one in --of'
  if (prefix !== undefined && !/^\d{1,12}$/.test(prefix)) return '--number-prefix is 1 to 12 digits'
  const moments = ['from', 'until'].map((name) => {
    const text = input.text(name)
    return text === undefined ? undefined : (momentIn(text) ?? 'wrong')
  })
  const [from, until] = moments
  if (from === 'wrong' || until === 'wrong') return '--from and --until are like 2026-12-20T18:00'
  return {
    brand: Number(typed),
    rule: { from: Number(of), numberPrefix: prefix, createdFromMs: from, createdUntilMs: until },
  }
}
