import { rm, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  type CliCommand,
  type CommandInput,
  type Outcome,
  amount,
  done,
  refused,
  shown,
  type CommandTools,
} from '#server/cli/command/command.ts'
import { openServices, type Services } from '#server/cli/command/services.ts'
import {
  addSource,
  findSource,
  isAddress,
  listSources,
  removeSource,
  shownAddress,
  sourceNameForm,
  defaultEveryMin,
  refreshGuide,
  type RefreshOptions,
  sourceLine,
  printReport,
  withoutControls,
  readZone,
} from '#server/imports/imports.ts'
import { mappingIn } from './import-guide.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { systemRandom } from '#server/platform/primitives/ids.ts'

export const guideAdd: CliCommand = {
  name: 'guide add',
  usage:
    '<name> <file or address> [--every 4h] [--zone Asia/Tashkent] [--shift <minutes>] [--mapping <file.json>] [--allow-local]',
  summary: 'add a guide that is fetched periodically',
  help: `A running Ekran reads the guide at once and then at the given interval: XMLTV, plain, gzip or in a zip, or JTV in a zip.
An address is downloaded again only when it has changed; a file is read again when it has changed.
Failures are retried at growing intervals (5 minutes to 6 hours), and the previous guide stays. Where two sources have
the same channel, the one that was added first is used.

  --every        how often: 30m, 4h (default), 1d
  --zone         the time zone of times that name none (XMLTV says UTC): +05:00 or Asia/Tashkent
  --shift        minutes by which all times are moved
  --mapping      which field of a JSON schedule is which; guessed when absent (see docs/guides/guide.md)
  --allow-local  let the address be one of the local network

Examples
  npm run ekran -- guide add main https://example.org/epg.xml.gz --every 4h
  npm run ekran -- guide add cinema /srv/guides/cinema.xml
  npm run ekran -- guide add msk http://10.0.0.5/jtv.zip --zone Europe/Moscow --allow-local`,
  options: {
    every: { type: 'string' },
    zone: { type: 'string' },
    shift: { type: 'string' },
    mapping: { type: 'string' },
    'allow-local': { type: 'boolean' },
  },
  min: 2,
  max: 2,
  run: async (input, tools) => {
    const source = await readSource(input)
    if (typeof source === 'string') return refused(source)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    if (!(await addSource(work.db, source, systemClock.nowMs())))
      return refused(`there is a source ${source.name}; remove it first, or give this one another name`)
    await audit.record({
      event: 'guide_source_added',
      actor: 'operator',
      facts: { source: source.name, address: shownAddress(source.address) },
    })
    return done(
      `${source.name} is a source of the guide.`,
      work.serverRuns
        ? 'It is read within a minute; see: npm run ekran -- status'
        : `Ekran does not run. To read it now: npm run ekran -- guide refresh ${source.name}`,
    )
  },
}

async function readSource(input: CommandInput) {
  const {
    words: [name = '', address = ''],
    text,
    flag,
  } = input
  if (!sourceNameForm.test(name))
    return `the name ${shown(name)} is not of small Latin letters, digits, dots and dashes, at most 60`
  const everyMin = minutesOf(text('every'))
  if (everyMin === undefined)
    return `--every ${shown(text('every') ?? '')} is not like 30m, 4h or 1d (7d at most)`
  const zone = text('zone') ?? '+00:00'
  if (readZone(zone) === undefined)
    return `--zone ${shown(zone)} is neither like +05:00 nor like Asia/Tashkent`
  const shiftMin = Number(text('shift') ?? '0')
  if (!Number.isInteger(shiftMin) || Math.abs(shiftMin) > 1440)
    return `--shift ${shown(text('shift') ?? '')} is not a number of minutes up to 1440`
  const where = await readPlace(address)
  if ('why' in where) return where.why
  const mapping = await mappingIn(input)
  if (typeof mapping === 'string') return mapping
  const { address: place } = where
  return { name, address: place, everyMin, zone, shiftMin, mapping, allowLocal: flag('allow-local') }
}

async function readPlace(address: string): Promise<{ readonly address: string } | { readonly why: string }> {
  if (isAddress(address))
    return URL.canParse(address) ? { address } : { why: `${shown(address)} is not an address` }
  if (/^[a-z][a-z\d+.-]*:\/\//i.test(address))
    return { why: `${shown(address)} is neither a file nor an http or https address` }
  const path = resolve(address)
  const isFile = await stat(path).then(
    (entry) => entry.isFile(),
    () => false,
  )
  return isFile ? { address: path } : { why: `there is no file ${shown(path)}` }
}

function minutesOf(text: string | undefined): number | undefined {
  if (text === undefined) return defaultEveryMin
  const [, count, unit] = /^(\d{1,5})(m|h|d)$/.exec(text) ?? []
  const minutes = Number(count) * (unit === 'd' ? 1440 : unit === 'h' ? 60 : 1)
  return minutes >= 1 && minutes <= 10_080 ? minutes : undefined
}

export const guideList: CliCommand = {
  name: 'guide list',
  usage: '',
  summary: 'list the sources of the guide and their state',
  help: `In order of priority: a channel that is in two of them comes from the one above.

Example
  npm run ekran -- guide list`,
  min: 0,
  max: 0,
  run: async (_, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work } = await openServices(tools, stack)
    const sources = await listSources(work.db)
    return done(
      ...sources.map((source) => withoutControls(sourceLine(source, systemClock))),
      `${amount(sources.length, 'source')}.`,
    )
  },
}

export const guideRemove: CliCommand = {
  name: 'guide remove',
  usage: '<name>',
  summary: 'remove a guide source; its guide stays',
  help: `Example
  npm run ekran -- guide remove main`,
  min: 1,
  max: 1,
  run: async ({ words: [name = ''] }, tools) => {
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const source = await removeSource(work.db, name)
    // Awaited here: the database must not be closed earlier.
    if (source === undefined) return await unknown(work.db, name)
    for (const kind of ['held', 'delivery'])
      await rm(join(work.dataDir, 'guide', `${source.id}.${kind}`), { force: true })
    await audit.record({ event: 'guide_source_removed', actor: 'operator', facts: { source: name } })
    return done(`${shown(name)} is read no more. The guide it gave stays.`)
  },
}

export const guideRefresh: CliCommand = {
  name: 'guide refresh',
  usage: '[<name>] [--force]',
  summary: 'read a guide now, or all of them',
  help: `Reads now, without waiting for its interval, and reports what was imported, refused and matched.

  --force   read it although it has not changed, and apply it whatever it loses

Examples
  npm run ekran -- guide refresh
  npm run ekran -- guide refresh main --force`,
  options: { force: { type: 'boolean' } },
  min: 0,
  max: 1,
  run: async ({ words: [name], flag }, tools) => {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const sources = await listSources(services.work.db)
    const selected = name === undefined ? sources : sources.filter((source) => source.name === name)
    if (name !== undefined && selected.length === 0) return await unknown(services.work.db, name)
    if (selected.length === 0)
      return refused('there is no source yet; see: npm run ekran -- guide add --help')
    const lines: string[] = []
    let isBad = false
    for (const source of selected) {
      const outcome = await refreshInProcess(source.name, services, tools, { force: flag('force') })
      if (outcome.kind === 'refused') return outcome
      lines.push(...outcome.lines)
      isBad ||= outcome.kind === 'bad'
    }
    return { kind: isBad ? 'bad' : 'done', lines }
  },
}

export const guideAccept: CliCommand = {
  name: 'guide accept',
  usage: '<name>',
  summary: 'apply a guide that was blocked',
  help: `A guide that would lose more than a fifth of the coming programmes is blocked: nothing changes, and "status"
and the log say so. If it is correct nevertheless, this applies exactly the blocked delivery.

Example
  npm run ekran -- guide accept main`,
  min: 1,
  max: 1,
  run: async ({ words: [name = ''] }, tools) => {
    await using stack = new AsyncDisposableStack()
    const services = await openServices(tools, stack)
    const outcome = await refreshInProcess(name, services, tools, { accept: true })
    if (outcome.kind === 'done')
      await services.audit.record({ event: 'guide_accepted', actor: 'operator', facts: { source: name } })
    return outcome
  },
}

/** How often, and after which pauses, a command tries again while another one reads a guide. */
const [maxPauses, pauseMs] = [60, 500]

async function refreshInProcess(
  name: string,
  { work }: Services,
  tools: CommandTools,
  options: RefreshOptions,
): Promise<Outcome> {
  const source = await findSource(work.db, name)
  if (source === undefined) return unknown(work.db, name)
  const deps = {
    ...{ db: work.db, dataDir: work.dataDir, clock: systemClock, random: systemRandom },
    ...{ log: tools.log, signal: tools.signal },
  }
  let refreshed = await refreshGuide(source, deps, options)
  // The schedule may be reading a guide at this moment: that takes seconds.
  for (let pause = 0; pause < maxPauses && refreshed.kind === 'busy'; pause += 1) {
    await setTimeout(pauseMs, undefined, { signal: tools.signal })
    refreshed = await refreshGuide(source, deps, options)
  }
  switch (refreshed.kind) {
    case 'unchanged':
      return done(`${name}: nothing new.`)
    case 'busy':
      return refused('a guide is being read just now; try again in a minute')
    case 'nothing_held':
      return refused(`no delivery of ${name} is blocked`)
    case 'done':
      return {
        kind: refreshed.report.failed ? 'bad' : 'done',
        lines: withoutControls(printReport(refreshed.report)).split('\n'),
      }
  }
}

async function unknown(db: Services['work']['db'], name: string): Promise<Outcome> {
  const names = (await listSources(db)).map((source) => source.name)
  const existing = names.length === 0 ? 'there is none yet' : `there is ${names.join(', ')}`
  return refused(`there is no source ${shown(name)}; ${existing}`)
}
