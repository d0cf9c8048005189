import type { AppPlatform } from '#contract/site/apps.ts'
import { type CliCommand, type CommandInput, done, refused } from '#server/cli/command/command.ts'
import { openServices } from '#server/cli/command/services.ts'
import { systemClock } from '#server/platform/primitives/clock.ts'
import { isInOrder, listReleases, setRelease, type ReleaseChange } from '#server/releases/releases.ts'
import { noPlatform, platformOf, versionProblem, withoutNone } from './platform-words.ts'

const maxNote = 500

export const releasesSet: CliCommand = {
  name: 'releases set',
  usage:
    '<platform> [--minimum <version>] [--recommended <version>] [--store <address>] [--note-ru <text>] [--note-uz <text>]',
  summary: 'set the allowed versions of a packaged app, and its store address',
  help: `Apps apply it at their next start. Missing options stay unchanged; none removes a value.

  --minimum       below this version the app requires an update
  --recommended   below this version the app suggests an update
  --store         where the app is installed from: a page of a store, or a file (.ipk, .wgt, .apk)
  --note-ru       what one should know before installing, shown on the platform's page,
  --note-uz       and in Uzbek

Examples
  npm run ekran -- releases set webos --minimum 1.2.0 --recommended 1.4.0
  npm run ekran -- releases set android --store https://play.google.com/store/apps/details?id=uz.ekran
  npm run ekran -- releases set tizen --minimum none`,
  options: {
    minimum: { type: 'string' },
    recommended: { type: 'string' },
    store: { type: 'string' },
    'note-ru': { type: 'string' },
    'note-uz': { type: 'string' },
  },
  min: 1,
  max: 1,
  run: async (input, tools) => {
    const [word = ''] = input.words
    const platform = platformOf(word)
    if (platform === undefined) return refused(noPlatform(word))
    const problem = changeProblem(input)
    if (problem !== undefined) return refused(problem)
    const change = changeOf(input)
    await using stack = new AsyncDisposableStack()
    const { work, audit } = await openServices(tools, stack)
    const order = orderProblem(platform, change, await listReleases(work.db))
    if (order !== undefined) return refused(order)
    await setRelease(work.db, platform, change, systemClock.nowMs())
    const { note, ...facts } = change
    await audit.record({
      event: 'release_changed',
      actor: 'operator',
      facts: { platform, ...facts, ...(note === undefined ? {} : { note: true }) },
    })
    return done(`The release of ${platform} is changed. Apps hear of it at their next start.`)
  },
}

function changeProblem({ text }: CommandInput): string | undefined {
  const names = ['minimum', 'recommended', 'store', 'note-ru', 'note-uz']
  if (names.every((name) => text(name) === undefined))
    return `say what to change: ${names.map((name) => `--${name}`).join(', ')}`
  for (const name of ['note-ru', 'note-uz']) {
    const note = text(name) ?? ''
    if (note.length > maxNote || /\p{Cc}/u.test(note))
      return `--${name} is longer than ${maxNote} characters or has line breaks in it`
  }
  return (
    versionProblem('minimum', text('minimum')) ??
    versionProblem('recommended', text('recommended')) ??
    storeProblem(text('store'))
  )
}

function storeProblem(store: string | undefined): string | undefined {
  if (store === undefined || store === 'none') return undefined
  const isAddress = store.length <= 500 && /^https:\/\/[^\s/]/.test(store) && URL.canParse(store)
  return isAddress ? undefined : '--store is no https address; write none to take it away'
}

function changeOf({ text }: CommandInput): ReleaseChange {
  const read = (name: string) => {
    const value = text(name)
    return value === undefined ? undefined : withoutNone(value.trim())
  }
  const values = {
    minimumVersion: read('minimum'),
    recommendedVersion: read('recommended'),
    storeUrl: read('store'),
  }
  const note = { ru: read('note-ru'), uz: read('note-uz') }
  return { ...present(values), ...(Object.keys(present(note)).length === 0 ? {} : { note: present(note) }) }
}

function present(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])),
  )
}

/** A minimum above the recommended version would force an update to a version that is not recommended. */
function orderProblem(
  platform: AppPlatform,
  change: ReleaseChange,
  releases: Awaited<ReturnType<typeof listReleases>>,
): string | undefined {
  const before = releases.find((release) => release.platform === platform)
  const minimumVersion = change.minimumVersion ?? before?.minimumVersion ?? ''
  const recommendedVersion = change.recommendedVersion ?? before?.recommendedVersion ?? ''
  if (isInOrder({ minimumVersion, recommendedVersion })) return undefined
  return `the minimum ${minimumVersion} is newer than the recommended version ${recommendedVersion}; set --recommended too`
}
