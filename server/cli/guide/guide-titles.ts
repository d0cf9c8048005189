/** Films and series of the guide and what they match in the catalogue, at the command line. */
import { broadcastTitleViews } from '#contract/console/broadcast-titles.ts'
import {
  type DecisionOutcome,
  type DecisionRequest,
  decideTitle,
  listStaffTitles,
  type StaffBroadcastTitle,
} from '#server/broadcast-titles/broadcast-titles.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import {
  type CliCommand,
  type CommandTools,
  type Outcome,
  amount,
  done,
  refused,
  shown,
} from '#server/cli/command/command.ts'
import type { Services } from '#server/cli/command/services.ts'
import { recordChangeSet } from '#server/editing/editing.ts'

const maxListed = 200
const views = broadcastTitleViews.join(', ')

export const guideTitlesList: CliCommand = {
  name: 'guide titles list',
  usage: '[view] [--name TEXT]',
  summary:
    'films and series of the guide with the titles of the catalogue that fit them, doubtful ones first',
  help: `Views: ${views}; doubtful when absent. The score is from 0 to 100; from the setting
broadcast_title_score on a match counts by itself.

Example
  npm run ekran -- guide titles list matched --name ветер`,
  options: { name: { type: 'string' } },
  min: 0,
  max: 1,
  run: async ({ words: [name = 'doubtful'], text }, tools) => {
    const view = broadcastTitleViews.find((one) => one === name)
    if (view === undefined) return refused(`${shown(name)} is no view; the views are ${views}`)
    return withServices(tools, async ({ work, settings }) => {
      const minScore = settings.EKRAN_BROADCAST_TITLE_SCORE
      const query = text('name') ?? ''
      const { titles, counts } = await listStaffTitles(work.db, {
        ...{ view, query, minScore, page: 1, limit: maxListed },
      })
      const total = Object.entries(counts).map(([one, count]) => `${one} ${count}`)
      return done(...titles.map(titleLine), `${total.join(', ')}.`)
    })
  },
}

function titleLine(title: StaffBroadcastTitle): string {
  const { id, nameRu, nameUz, year, kind, score, matchedVid, decision, decidedVid, broadcasts } = title
  const match = matchedVid === null ? 'nothing fits' : `title ${matchedVid}, score ${score}`
  const decided = decision === 'none' ? '' : `; ${decision}${decidedVid === null ? '' : ` ${decidedVid}`}`
  const facts = [kind, ...(year === 0 ? [] : [String(year)]), amount(broadcasts, 'broadcast')].join(', ')
  return `${String(id).padStart(7)} ${shown(nameRu || nameUz)} (${facts}): ${match}${decided}`
}

export const guideTitlesConfirm = deciding(
  'confirm',
  '<number>',
  'the title that fits best is the right one',
  () => ({
    kind: 'confirm',
  }),
)

export const guideTitlesAttach = deciding(
  'attach',
  '<number> <title>',
  'it is this title of the catalogue',
  (title) => (title === undefined ? undefined : { kind: 'attach', vid: title }),
)

export const guideTitlesDetach = deciding(
  'detach',
  '<number>',
  'it is no title of the catalogue, and stays so',
  () => ({
    kind: 'detach',
  }),
)

export const guideTitlesReset = deciding(
  'reset',
  '<number>',
  'forget what was decided: the score decides again',
  () => ({
    kind: 'reset',
  }),
)

function deciding(
  name: DecisionRequest['kind'],
  usage: string,
  summary: string,
  requestOf: (title: number | undefined) => DecisionRequest | undefined,
): CliCommand {
  const count = name === 'attach' ? 2 : 1
  return {
    name: `guide titles ${name}`,
    usage,
    summary,
    help: `The numbers are those of: guide titles list

Example
  npm run ekran -- guide titles ${name} 12${name === 'attach' ? ' 340' : ''}`,
    options: {},
    min: count,
    max: count,
    run: async ({ words }, tools: CommandTools) => {
      const [id, title] = words.map(numberOf)
      const request = requestOf(title)
      if (id === undefined || request === undefined)
        return refused('a number is a whole number, as in: guide titles list')
      return withServices(tools, async (services) =>
        settled(services, await decideTitle(services.work.db, id, request, atTheTerminal())),
      )
    },
  }
}

function numberOf(word: string): number | undefined {
  return /^[1-9]\d{0,8}$/.test(word) ? Number(word) : undefined
}

async function settled({ work, audit }: Services, outcome: DecisionOutcome): Promise<Outcome> {
  switch (outcome.kind) {
    case 'not_found':
      return refused('there is no film of this number; see: guide titles list')
    case 'unmatched':
      return refused('nothing in the catalogue fits it; use: guide titles attach')
    case 'unknown_title':
      return refused('the catalogue has no title of this number; see: films list')
    case 'changed': {
      const by = { actor: 'operator', by: undefined } as const
      await recordChangeSet({ db: work.db, audit }, 'broadcast_title_decided', by, outcome.changeId)
      return done('Decided; viewers see it within seconds.', ...undoLines(outcome))
    }
  }
}
