import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { fetchPicture, isAddress } from '#server/imports/imports.ts'
import { type Pictures, openPictures } from '#server/pictures/pictures.ts'
import { editChannels, loadChannels } from '#server/television/television.ts'
import { notANumber, numberOf, unknown } from './channels-edit.ts'

const maxBytes = 25 * 1024 * 1024

export const channelsLogo: CliCommand = {
  name: 'channels logo',
  usage: '<number> <file or address> | <number> --none',
  summary: 'give a channel a logo of its own',
  help: `A picture from a file (SVG, PNG, JPEG, WebP; 25 MB at most) or a public address (2 MB at most). Imports of lists leave it.

  --none  no logo: its initials are shown

Examples
  npm run ekran -- channels logo 12 logos/sevimli.svg
  npm run ekran -- channels logo 12 https://sevimli.uz/logo.png`,
  options: { none: { type: 'boolean' } },
  min: 1,
  max: 2,
  run: async ({ words: [word = '', from], flag }, tools) => {
    const number = numberOf(word)
    if (number === undefined) return notANumber(word)
    if (flag('none') === (from !== undefined)) return refused('say a file or an address, or --none')
    return withServices(tools, async ({ work, audit }) => {
      const channel = (await loadChannels(work.db)).find((one) => one.number === number)
      if (channel === undefined) return unknown(number)
      const pictures = await openPictures({ dir: join(work.dataDir, 'images'), log: tools.log })
      const picture = from === undefined ? { version: null } : await pictureFrom(from, pictures)
      if ('why' in picture) return refused(picture.why)
      const edit = { cid: channel.cid, fields: { logo: picture.version } }
      const outcome = await editChannels(work.db, [edit], atTheTerminal())
      if (outcome.kind !== 'changed') return unknown(number)
      const facts = { cid: channel.cid, number, change: outcome.changeId }
      await audit.record({ event: 'channels_edited', actor: 'operator', facts })
      return done(
        picture.version === null
          ? `Channel ${number} has no logo any more.`
          : `Channel ${number} has the logo ${shown(from ?? '')}.`,
        ...undoLines(outcome),
      )
    })
  },
}

async function pictureFrom(
  from: string,
  pictures: Pick<Pictures, 'store'>,
): Promise<{ readonly version: string } | { readonly why: string }> {
  if (isAddress(from)) {
    const fetched = await fetchPicture(from, pictures)
    if (fetched.kind === 'stored') return fetched
    return {
      why:
        fetched.kind === 'refused'
          ? `${shown(from)} is no picture that can be used`
          : `no picture was received from ${shown(from)}`,
    }
  }
  const size = await stat(from).then(
    (entry) => (entry.isFile() ? entry.size : undefined),
    () => undefined,
  )
  if (size === undefined) return { why: `there is no file ${shown(from)}` }
  if (size > maxBytes) return { why: `${shown(from)} is larger than 25 MB` }
  const stored = await pictures.store(await readFile(from))
  return stored.kind === 'stored' ? stored : { why: `${shown(from)}: ${stored.reason}` }
}
