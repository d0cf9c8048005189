import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { recordChangeSet } from '#server/editing/editing.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandTools,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import { listCommand } from '#server/cli/command/list-command.ts'
import { endFirstRun } from '#server/platform/installation/first-run.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { openPictures } from '#server/pictures/pictures.ts'
import {
  type ServiceRefused,
  type StoredService,
  builtInName,
  listServices,
  loadService,
  mainServiceId,
  removeService,
  saveService,
} from '#server/site/site.ts'
import { typedFonts } from './service-fonts.ts'
import { fieldOptions, hasField, linesOf, optionsHelp, typedFields } from './service-options.ts'

const maxLogoBytes = 25 * 1024 * 1024

export const serviceShow = listCommand(
  'service show',
  'what the service is called and looks like',
  async ({ work }) => linesOf(await loadService(work.db)),
)

export const serviceEndFirstRun: CliCommand = {
  name: 'service end-first-run',
  usage: '',
  summary: 'end the first run: the watched folder takes its films from now on',
  help: `Until then the watched folder waits, so that its films can be looked through in the console first.

Example
  npm run ekran -- service end-first-run`,
  min: 0,
  max: 0,
  run: (_input, tools) =>
    withServices(tools, async ({ work, audit }) => {
      if (!(await endFirstRun(work.db, systemClock.nowMs()))) return done('It has ended before.')
      await audit.record({ event: 'first_run_ended', actor: 'operator' })
      return done('The first run is over: the watched folder takes its films from now on.')
    }),
}

const setHelp = `What is not named stays. "-" stands for the built-in value. A running Ekran shows it at once.

${optionsHelp}`

export const serviceSet: CliCommand = {
  name: 'service set',
  usage: '[--id <number>] [--name-ru …] [--logo <file>] [--accent #rrggbb] …',
  summary: 'change the name, logo, colours, contacts and language of a service',
  help: `${setHelp}
  --id                  the service, from "service list"; the main one without it

Examples
  npm run ekran -- service set --name-ru "Мой ТВ" --name-uz "Mening TV"
  npm run ekran -- service set --accent "#7cc4ff" --phone "+998 71 200-11-22"
  npm run ekran -- service set --id 1000001 --hosts "tv.example.uz www.example.uz"`,
  options: { ...fieldOptions, id: { type: 'string' } },
  min: 0,
  max: 0,
  problem: (input) =>
    hasField(input) ? idProblem(input.text('id')) : 'service set needs at least one option',
  run: (input, tools) => saveTyped(input, tools, Number(input.text('id') ?? mainServiceId)),
}

export const serviceAdd: CliCommand = {
  name: 'service add',
  usage: '--hosts <names> --name-ru … [--name-uz …] [--logo <file>] …',
  summary: 'add a service of another name for hosts of its own',
  help: `Visitors of these hosts see its name, logo and colours; contacts that it has not set are those of the main service.
The hosts must lead to this server.

${optionsHelp}

Example
  npm run ekran -- service add --hosts tv.example.uz --name-ru "Замин ТВ" --name-uz "Zamin TV"`,
  options: fieldOptions,
  min: 0,
  max: 0,
  problem: (input) => (hasField(input) ? undefined : 'service add needs --hosts and a name'),
  run: (input, tools) => saveTyped(input, tools, null),
}

export const serviceRemove: CliCommand = {
  name: 'service remove',
  usage: '<number>',
  summary: 'remove a service beside the main one',
  help: `Its hosts show the main service from then on. The number is in "service list".

Example
  npm run ekran -- service remove 1000001`,
  min: 1,
  max: 1,
  problem: ({ words: [id] }) => idProblem(id),
  run: ({ words: [typedId] }, tools) =>
    withServices(tools, async ({ work, audit }) => {
      const id = Number(typedId)
      const stored = await loadService(work.db, id)
      if (stored === undefined || id === mainServiceId)
        return refused(`there is no service ${id} that can be removed; see: npm run ekran -- service list`)
      const who = atTheTerminal()
      const outcome = await removeService(work.db, { id, version: stored.version }, who)
      if (outcome.kind !== 'changed')
        return refused('somebody changes this service at this moment: try again')
      const by = { actor: 'operator', by: who.by } as const
      await recordChangeSet({ db: work.db, audit }, 'service_removed', by, outcome.changeId)
      return done(`Removed: ${shown(nameOf(stored))}.`, ...undoLines(outcome))
    }),
}

export const serviceList = listCommand(
  'service list',
  'the services of this installation and their hosts',
  async ({ work }) =>
    (await listServices(work.db)).map(
      (one) =>
        `  ${String(one.serviceId).padEnd(9)} ${shown(nameOf(one)).padEnd(24)} ` +
        (one.serviceId === mainServiceId ? 'every other host' : shown(one.hosts.join(', '))),
    ),
)

function nameOf(service: StoredService): string {
  return service.nameRu || service.nameUz || builtInName
}

function idProblem(id: string | undefined): string | undefined {
  return id === undefined || /^[1-9]\d{0,8}$/.test(id)
    ? undefined
    : 'the number of a service is in "service list"'
}

/** Saves what was typed of a service, or as a new one. */
function saveTyped(input: CommandInput, tools: CommandTools, id: number | null) {
  return withServices(tools, async ({ work, audit }) => {
    const stored = id === null ? undefined : await loadService(work.db, id)
    if (id !== null && stored === undefined)
      return refused(`there is no service ${id}; see: npm run ekran -- service list`)
    const target = typedFields(input, stored)
    if (target.kind === 'refused') return refused(target.why)
    const dir = join(work.dataDir, 'images')
    const logo = await pictureOf(input.text('logo'), stored?.logo ?? '', dir, tools)
    const icon = await pictureOf(input.text('icon'), stored?.icon ?? '', dir, tools)
    if (logo === undefined || icon === undefined)
      return refused(
        'the logo and the icon must be JPEG, PNG, WebP or SVG files without scripts, up to 25 MB',
      )
    const fonts = await typedFonts(work.db, input, stored, systemClock.nowMs())
    if (fonts.kind === 'refused') return refused(fonts.why)
    const { font, fontBold } = fonts
    const who = atTheTerminal()
    const url = tools.settings.EKRAN_PUBLIC_URL
    const outcome = await saveService(
      work.db,
      {
        ...{ id, version: stored?.version ?? 0, fields: { ...target.fields, logo, icon, font, fontBold } },
        mainHost: url === undefined ? undefined : new URL(url).hostname,
      },
      who,
    )
    if (outcome.kind !== 'changed') return refused(whyRefused(outcome))
    const by = { actor: 'operator', by: who.by } as const
    const event = id === null ? 'service_added' : 'service_saved'
    await recordChangeSet({ db: work.db, audit }, event, by, outcome.changeId)
    const saved = await loadService(work.db, outcome.id)
    return done(...(saved === undefined ? [] : linesOf(saved)), ...undoLines(outcome))
  })
}

function whyRefused(outcome: ServiceRefused): string {
  switch (outcome.kind) {
    case 'contrast':
      return (
        `--${outcome.of} has a contrast of ${outcome.has.toFixed(1)} on the site's dark pages; it needs ` +
        `${outcome.needs}: choose a lighter colour`
      )
    case 'host_taken':
      return `${shown(outcome.host)} belongs to the service ${shown(outcome.by)}: take it from that one first`
    case 'no_host':
      return '--hosts is needed: visitors come to this service by it'
    case 'no_name':
      return '--name-ru or --name-uz is needed'
    case 'bold_alone':
      return '--font is needed beside --font-bold'
    case 'full':
      return `there are ${outcome.max} services already`
    default:
      return 'somebody changes the settings at this moment: try again'
  }
}

/** The version of the picture in this file; undefined for a file that is no picture. */
async function pictureOf(
  path: string | undefined,
  stored: string,
  dir: string,
  { log }: CommandTools,
): Promise<string | undefined> {
  if (path === undefined) return stored
  if (path === '-') return ''
  const about = await stat(path).catch(() => undefined)
  if (about === undefined || !about.isFile() || about.size > maxLogoBytes) return undefined
  const pictures = await openPictures({ dir, log })
  const picture = await pictures.store(await readFile(path))
  return picture.kind === 'stored' ? picture.version : undefined
}
