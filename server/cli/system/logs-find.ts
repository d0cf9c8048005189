import { realpath } from 'node:fs/promises'
import { type CliCommand, done, moment, refused, shown } from '#server/cli/command/command.ts'
import { findLines, requestIdForm } from '#server/operations/operations.ts'

export const logsFind: CliCommand = {
  name: 'logs find',
  usage: '<request id>',
  summary: 'the lines of the log that belong to one request',
  help: `Reads the files of the log in the data folder, the newest first. The id is in the header x-request-id of each
response, and on the page of an error.

Example
  npm run ekran -- logs find 7f3c9a1e-42`,
  min: 1,
  max: 1,
  problem: ({ words }) =>
    requestIdForm.test(words[0] ?? '') ? undefined : 'a request id has 4 to 64 letters, digits, - . : _',
  run: async (input, tools) => {
    const dataDir = await realpath(tools.settings.EKRAN_DATA).catch(() => undefined)
    if (dataDir === undefined) return refused(`there is no data folder ${shown(tools.settings.EKRAN_DATA)}`)
    const { lines, isWhole, oldestMs } = await findLines(dataDir, input.words[0] ?? '')
    if (oldestMs === null) return refused('there is no log in the data folder (EKRAN_LOG_FILES_MB)')
    return done(
      ...lines.map(
        ({ atMs, level, event, facts }) =>
          `${new Date(atMs).toISOString()}  ${level}  ${event}  ${facts.replace(/[\p{Cc}\p{Cf}]/gu, '?')}`,
      ),
      ...(lines.length === 0 ? ['No line has this id.'] : []),
      isWhole ? `The log reaches back to ${moment(oldestMs)}.` : 'There may be more lines: not all was read.',
    )
  },
}
