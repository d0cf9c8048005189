import {
  type CliCommand,
  type CommandInput,
  done,
  moment,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { normalCode, putPromotion } from '#server/billing/billing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

const dayMs = 86_400_000
const max = { sums: 1_000_000_000, number: 2_147_483_647 }

export const promoAdd: CliCommand = {
  name: 'promo add',
  usage: '<code> --name-ru … --name-uz … [--gift <sums>] [--tariff <id> --days <n> --price <sums>] …',
  summary: 'a promo code, or one of the two offers',
  help: `Creates a promo code, or changes its terms; past uses stay counted. Each account can use it once.
Instead of a code, free-days is the offer of free days and one-sum the premium at a low price: each can be used once in an
account's life.

  --name-ru, --name-uz   the name shown to subscribers
  --gift     sums added to the balance
  --tariff   connects this tariff, for so many --days, at --price sums (default: free); then it costs its regular price
  --valid    for how many days from now; default 30
  --uses     the total limit of uses; without it there is none

Examples
  npm run ekran -- promo add NAVRUZ-2027 --gift 10000 --valid 14 --uses 5000 --name-ru "К Наврузу" --name-uz "Navroʻzga"
  npm run ekran -- promo add free-days --tariff 59 --days 10 --name-ru "10 дней бесплатно" --name-uz "10 kun bepul"
  npm run ekran -- promo add one-sum --tariff 59 --days 30 --price 1000 --name-ru "Премиум за 1000" --name-uz "1000 soʻmlik premium"`,
  options: {
    'name-ru': { type: 'string' },
    'name-uz': { type: 'string' },
    gift: { type: 'string' },
    tariff: { type: 'string' },
    days: { type: 'string' },
    price: { type: 'string' },
    valid: { type: 'string' },
    uses: { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const by = nameOf(word)
    if (by === undefined)
      return refused(`${shown(word)} is no code: 3 to 40 Latin letters, digits and hyphens`)
    const terms = termsOf(input)
    if (typeof terms === 'string') return refused(terms)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const { connects } = terms
    const existing = work.db.selectFrom('tariff').select('tariff_id')
    if (
      connects !== null &&
      (await existing.where('tariff_id', '=', connects.tariffId).executeTakeFirst()) === undefined
    )
      return refused(`there is no tariff ${connects.tariffId}`)
    const nowMs = systemClock.nowMs()
    const validToMs = nowMs + terms.validDays * dayMs
    const id = await work.db.transaction().execute(async (trx) => {
      const promotion = await putPromotion(trx, { ...terms, by, validFromMs: nowMs, validToMs })
      const facts = { promotion, kind: by.kind }
      await audit.recordIn(trx, { event: 'promotion_written', actor: 'operator', facts })
      return promotion
    })
    return done(`Promotion ${id} is written: ${shown(word)}, until ${moment(validToMs)}.`)
  },
}

function nameOf(word: string) {
  if (word === 'free-days') return { kind: 'free_days' } as const
  if (word === 'one-sum') return { kind: 'one_sum' } as const
  const code = normalCode(word)
  return code === undefined ? undefined : ({ kind: 'code', code } as const)
}

/** The terms of the promotion, or the error in them. */
export function termsOf(input: CommandInput) {
  const number = (name: string, limit: number) => {
    const text = input.text(name)
    if (text === undefined) return undefined
    return /^\d{1,10}$/.test(text) && Number(text) <= limit ? Number(text) : Number.NaN
  }
  const [gift, price] = [number('gift', max.sums), number('price', max.sums)]
  const [tariffId, days] = [number('tariff', max.number), number('days', 366)]
  const [validDays, uses] = [number('valid', 3660), number('uses', max.number)]
  const numbers = { gift, price, tariff: tariffId, days, valid: validDays, uses }
  const wrong = Object.entries(numbers).find(([, value]) => Number.isNaN(value))
  if (wrong !== undefined) return `--${wrong[0]} is no whole number that is possible there`
  const name = { ru: input.text('name-ru')?.trim() ?? '', uz: input.text('name-uz')?.trim() ?? '' }
  if (name.ru === '' || name.uz === '') return 'a name in both languages is needed: --name-ru and --name-uz'
  if ((tariffId === undefined) !== (days === undefined)) return '--tariff and --days belong together'
  if (price !== undefined && tariffId === undefined) return '--price is what a --tariff costs'
  if ((gift ?? 0) === 0 && tariffId === undefined) return 'it gives nothing: say --gift or --tariff'
  if (days === 0 || validDays === 0 || uses === 0 || tariffId === 0) return 'a number is 0 that cannot be'
  return {
    name,
    giftTiyin: (gift ?? 0) * 100,
    connects:
      tariffId === undefined || days === undefined
        ? null
        : { tariffId, days, priceTiyin: (price ?? 0) * 100 },
    validDays: validDays ?? 30,
    maxTotal: uses ?? null,
  }
}
