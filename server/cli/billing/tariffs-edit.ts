/** Tariffs changed one by one, as in the console: prices from a date, order, offering, removal, versions. */
import {
  type PriceChange,
  type TariffAuthor,
  type TariffChanged,
  type TariffEffect,
  type TariffRefused,
  changePrice,
  listVersions,
  offerTariff,
  orderTariffs,
  previewPrice,
  removeTariff,
  setTariffPicture,
  sumsOf,
} from '#server/billing/billing.ts'
import { atTheTerminal, entryLines, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  done,
  moment,
  momentIn,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { readPicture } from '#server/cli/films/read-picture.ts'
import { changeSetEntry } from '#server/editing/editing.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'

export const tariffsPrice: CliCommand = {
  name: 'tariffs price',
  usage: '<id> <soʻm> [--days 30] [--from 2027-01-01T00:00] [--for all|new] [--dry-run]',
  summary: 'set the price of a tariff from a date on',
  help: `Says first whom the price touches: who pays more or less and from when, whose balance would not suffice, and the
revenue expected. A period costs the price that is valid at its start; subscribers are told before the charge.

  --days <number>   of the tariff's periods of this length; 30 by default
  --from <moment>   in Tashkent's time; now by default
  --for all         also each subscriber, from the first period that starts then or later (the default)
  --for new         only who connects from then on
  --dry-run         only say whom it touches

Examples
  npm run ekran -- tariffs price 58 45000 --from 2027-01-01T00:00 --dry-run
  npm run ekran -- tariffs price 58 45000 --from 2027-01-01T00:00`,
  options: {
    days: { type: 'string' },
    from: { type: 'string' },
    for: { type: 'string' },
    'dry-run': { type: 'boolean' },
  },
  min: 2,
  max: 2,
  run: async ({ words: [id = '', sums = ''], text, flag }, tools) => {
    const [days, from, payers] = [text('days') ?? '30', text('from'), text('for') ?? 'all']
    if (!/^\d{1,9}$/.test(id)) return refused(`${shown(id)} is no number of a tariff; see: tariffs list`)
    if (!/^\d{1,9}(?:\.\d{1,2})?$/.test(sums))
      return refused(`${shown(sums)} is no price; write it like 39000`)
    if (!/^\d{1,4}$/.test(days)) return refused(`--days ${shown(days)} is no number of days`)
    if (payers !== 'all' && payers !== 'new') return refused(`--for is all or new, not ${shown(payers)}`)
    const fromMs = from === undefined ? undefined : momentIn(from)
    if (from !== undefined && fromMs === undefined)
      return refused(`--from ${shown(from)} is no moment; write it like 2027-01-01T00:00`)
    const priceTiyin = Math.round(Number(sums) * 100)
    const change = { tariffId: Number(id), periodDays: Number(days), priceTiyin, fromMs, payers } as const
    return withServices(tools, (services) => setPrice(services, change, flag('dry-run')))
  },
}

/** The operator as the author of a change of tariffs, and its entry in the audit. */
function operatorOf(audit: Services['audit'], event: string): TariffAuthor {
  return {
    ...atTheTerminal(),
    record: changeSetEntry({ audit }, event, { actor: 'operator', by: undefined }),
  }
}

async function setPrice({ work, audit }: Services, change: PriceChange, isDry: boolean): Promise<Outcome> {
  const { db } = work
  const preview = await previewPrice(db, change, systemClock.nowMs())
  if (preview.kind !== 'effect') return refused(refusalOf(preview))
  const lines = effectLines(preview.effect)
  if (isDry) return done(...lines, 'Nothing was changed.')
  const changed = await changePrice(db, change, operatorOf(audit, 'tariff_priced'))
  if (changed.kind !== 'changed') return refused(refusalOf(changed))
  return done(...lines, 'The price is set.', ...undoLines(changed))
}

function effectLines({
  active,
  suspended,
  price,
  revenueBefore,
  revenueAfter,
}: TariffEffect): readonly string[] {
  const date = (ms: number | null) => (ms === null ? '—' : moment(ms))
  return [
    `${active} active and ${suspended} suspended subscribers have it.`,
    ...(price === undefined
      ? []
      : [
          `  ${price.more} pay more, ${price.less} pay less, ${price.keeps} pay as before, ${price.suspended} pay it when they resume`,
          ...(price.more + price.less === 0
            ? []
            : [
                `  first charges: from ${date(price.firstMs)} to ${date(price.lastMs)}, half by ${date(price.middleMs)}`,
              ]),
          `  ${price.short} have enough for the next charge today and would not`,
        ]),
    `  revenue a month: ${sumsOf(revenueBefore)} soʻm → ${sumsOf(revenueAfter)} soʻm`,
  ]
}

export const tariffsOrder: CliCommand = {
  name: 'tariffs order',
  usage: '<id> …',
  summary: 'put tariffs in this order on the site',
  help: `Tariffs that are not named follow in the order they have.

Example
  npm run ekran -- tariffs order 58 57 60`,
  min: 1,
  max: 1000,
  run: ({ words }, tools) =>
    act(tools, 'tariffs_ordered', 'The order is changed.', ({ work }, who) =>
      orderTariffs(work.db, words.map(idIn), who),
    ),
}

export const tariffsPicture: CliCommand = {
  name: 'tariffs picture',
  usage: '<id> <file> | <id> --none',
  summary: 'give a tariff a picture of its own',
  help: `SVG, PNG, JPEG or WebP, 25 MB at most. It takes the place of an icon, and is shown on dark and on light pages. The
icon, the colour and the description are fields of "tariffs put".

  --none  no picture

Examples
  npm run ekran -- tariffs picture 58 family.svg
  npm run ekran -- tariffs picture 58 --none`,
  options: { none: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: async ({ words: [id = '', path], flag }, tools) => {
    if (flag('none') === (path !== undefined)) return refused('name a file, or --none')
    return withServices(tools, async (services) => {
      const { db, dataDir } = services.work
      const picture = path === undefined ? '' : await readPicture(dataDir, tools.log, path)
      if (picture === undefined) return refused(`${shown(path ?? '')} is no picture that can be used`)
      const who = operatorOf(services.audit, 'tariff_saved')
      const changed = await setTariffPicture(db, { tariffId: idIn(id), picture }, who)
      return outcomeOf('The picture is set.', changed)
    })
  },
}

export const tariffsOffer: CliCommand = {
  name: 'tariffs offer',
  usage: '<id>',
  summary: 'offer a tariff to new subscribers',
  help: `Example
  npm run ekran -- tariffs offer 58`,
  min: 1,
  max: 1,
  run: ({ words: [id = ''] }, tools) =>
    act(tools, 'tariff_offered', 'It is offered.', ({ work }, who) =>
      offerTariff(work.db, { tariffId: idIn(id), isOffered: true }, who),
    ),
}

export const tariffsStop: CliCommand = {
  name: 'tariffs stop',
  usage: '<id>',
  summary: 'stop offering a tariff; its subscribers keep it',
  help: `Example
  npm run ekran -- tariffs stop 58`,
  min: 1,
  max: 1,
  run: ({ words: [id = ''] }, tools) =>
    act(tools, 'tariff_retired', 'It is not offered any more; its subscribers keep it.', ({ work }, who) =>
      offerTariff(work.db, { tariffId: idIn(id), isOffered: false }, who),
    ),
}

export const tariffsRemove: CliCommand = {
  name: 'tariffs remove',
  usage: '<id>',
  summary: 'delete a tariff that nobody has or had',
  help: `Example
  npm run ekran -- tariffs remove 58`,
  min: 1,
  max: 1,
  run: ({ words: [id = ''] }, tools) =>
    act(tools, 'tariff_removed', 'It is deleted.', ({ work }, who) => removeTariff(work.db, idIn(id), who)),
}

export const tariffsHistory: CliCommand = {
  name: 'tariffs history',
  usage: '<id>',
  summary: 'the versions of a tariff: who, when, what',
  help: `Example
  npm run ekran -- tariffs history 58`,
  min: 1,
  max: 1,
  run: ({ words: [id = ''] }, tools) =>
    withServices(tools, async ({ work }) => {
      const versions = await listVersions(work.db, idIn(id))
      if (versions.length === 0) return done('It was not changed since there are versions.')
      return done(
        ...versions.flatMap(({ number, change, before, after }) => [
          `Version ${number}: ${shown(change.staffName || 'operator')}, ${moment(change.madeMs)}, change ${change.changeId}`,
          ...entryLines({ entity: 'tariff', entityId: idIn(id), label: change.title, before, after }),
        ]),
      )
    }),
}

/** The number of a tariff; 0, which none has, for anything else. */
function idIn(word: string): number {
  return /^\d{1,9}$/.test(word) ? Number(word) : 0
}

function act(
  tools: CommandTools,
  event: string,
  words: string,
  change: (services: Services, who: TariffAuthor) => Promise<TariffChanged | TariffRefused>,
): Promise<Outcome> {
  return withServices(tools, async (services) =>
    outcomeOf(words, await change(services, operatorOf(services.audit, event))),
  )
}

/** What was done, or why not. */
function outcomeOf(words: string, changed: TariffChanged | TariffRefused): Outcome {
  if (changed.kind !== 'changed') return refused(refusalOf(changed))
  return done(changed.changeId === 0 ? 'Nothing differs.' : words, ...undoLines(changed))
}

/** Why a change is refused, and what to do. */
function refusalOf(one: TariffRefused): string {
  switch (one.kind) {
    case 'price':
      return `the price for ${one.days} days must be from 1 to 10000000 soʻm`
    case 'periods':
      return 'a tariff needs periods of different lengths'
    case 'colour':
      return `the colour is lost in the ${one.theme} theme: contrast ${one.has.toFixed(1)}, it needs ${one.needs}; take ${one.instead}`
    case 'empty':
      return 'it opens nothing: give it channels or providers first ("tariffs put")'
    case 'never_offered':
      return 'tariffs 100 to 103 are never offered; take another number'
    case 'recommended':
      return `the base tariff ${shown(one.name)} is recommended already; only one can be`
    case 'has_subscribers':
      return 'subscribers have or had it; stop offering it instead: tariffs stop'
    case 'changed_since':
      return 'somebody has changed it meanwhile; look again: tariffs show'
    case 'price_date':
      return 'a price begins now or within a year, and one at a moment; choose another --from'
    case 'gone':
      return 'it names channels or providers that are gone'
    case 'not_found':
      return 'there is no such tariff, or it has no period of that length; see: tariffs show'
  }
}
