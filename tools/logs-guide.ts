/** The guide to the log, generated from the tables of its events. */
import { mediaLogEvents } from '#media/log-events/log-events.ts'
import { accountsEvents } from '#server/platform/log/events/accounts-events.ts'
import { contentEvents } from '#server/platform/log/events/content-events.ts'
import { edgeEvents } from '#server/platform/log/events/edge-events.ts'
import { httpEvents } from '#server/platform/log/events/http-events.ts'
import type { LogEvents } from '#server/platform/log/events/log-event.ts'
import { moneyEvents } from '#server/platform/log/events/money-events.ts'
import { processEvents } from '#server/platform/log/events/process-events.ts'
import { telegramEvents } from '#server/platform/log/events/telegram-events.ts'
import { televisionEvents } from '#server/platform/log/events/television-events.ts'

const chapters: readonly (readonly [title: string, events: LogEvents])[] = [
  ['The process, its database and its jobs', processEvents],
  ['Requests, pages and pictures', httpEvents],
  ['Channels and their archives', { ...mediaLogEvents, ...televisionEvents }],
  ['Films, the guide and regions', contentEvents],
  ['Money', moneyEvents],
  ['Accounts and messages', accountsEvents],
  ['The bot in Telegram', telegramEvents],
  ['Edges', edgeEvents],
]

const head = `# Log events

Every line of the log has a name in the field \`event\`, and facts in other fields; write alerts on the names. This page is
written by \`node tools/write-logs-guide.ts\` from the tables in the code.

Where standard error is a terminal, a line is short text: the time, the level when it is not \`info\`, the name, the facts.
Everywhere else it is one JSON object:

\`\`\`json
{"at":"2026-03-01T12:00:00.000Z","level":"warn","event":"channel.source_lost","part":"media","channel":"12","source":0,"words":"…"}
\`\`\`

The same lines are also in files of the folder \`logs\` in the data folder, \`EKRAN_LOG_FILES_MB\` of each process at most; the
oldest are deleted. \`npm run ekran -- logs find <request id>\`, or Health → Log in the console, shows those of one request.

\`EKRAN_LOG_LEVEL\` says from which level on lines are written:

- \`debug\`: every request and job, for somebody who is looking for something.
- \`info\`: what changed, and who asked for it.
- \`warn\`: something outside misbehaved and Ekran coped. Alert on many of one name.
- \`error\`: Ekran did not do what it promised; a person has to look. Alert on each.

Fields that occur in many lines: \`requestId\` (in the answer too), \`call\` (the endpoint), \`job\` and \`jobId\`, \`part\` (of the
product), \`error\` (\`name\`, \`message\`, \`errorCode\`, \`stack\`, \`cause\`). Passwords, tokens, one-time codes, card numbers and
tickets are \`[hidden]\` in every field, also inside addresses and errors; phone numbers are masked.
`

/** The whole page; events keep the order of their tables. */
export function logsGuide(): string {
  return `${head}${chapters.map(([title, events]) => chapter(title, events)).join('')}`
}

function chapter(title: string, events: LogEvents): string {
  const rows = Object.entries(events).map(
    ([name, { level, means, action }]) => `| \`${name}\` | ${level} | ${means} | ${action ?? ''} |\n`,
  )
  return `\n## ${title}\n| event | level | what it means | what to do |\n|---|---|---|---|\n${rows.join('')}`
}

/** Names of all events, with their levels. */
export const allLogEvents: LogEvents = Object.assign({}, ...chapters.map(([, events]) => events))
