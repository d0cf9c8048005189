import { gatheringCategoryId } from '#contract/form/constants.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'
import { addChannel } from '#server/editing/editing.ts'
import { listStaffCategories } from '#server/television/television.ts'
import { numberOf } from './channels-edit.ts'
import { readWrittenSource } from './channels-sources.ts'

const maxCharacters = 200
const generalCategory = 1

export const channelsAdd: CliCommand = {
  name: 'channels add',
  usage:
    '<name> <address> [--number <n>] [--uz <name>] [--category <name>] [--radio] [--off] [source options]',
  summary: 'add a channel with its first source',
  help: `The channel is in the public and the base tariffs at once, as after an import, and no import changes what is written here. The
address is not opened now.

  --number      its number. Default: the lowest free one
  --uz          its name in Uzbek, if it differs
  --category    the name of its category. Default: the general one
  --radio       sound only
  --off         do not record it yet
  --protocol    as of "channels add-source"
  --user-agent  the User-Agent header sent to the source
  --referer     the Referer header sent to the source

Examples
  npm run ekran -- channels add "Sevimli" udp://239.1.1.7:5000
  npm run ekran -- channels add "Первый" https://example.org/1.m3u8 --number 7 --uz "Birinchi" --category Россия
  npm run ekran -- channels add "Mahalla FM" https://example.org/fm.m3u8 --radio --off`,
  options: {
    number: { type: 'string' },
    uz: { type: 'string' },
    category: { type: 'string' },
    radio: { type: 'boolean' },
    off: { type: 'boolean' },
    protocol: { type: 'string' },
    'user-agent': { type: 'string' },
    referer: { type: 'string' },
  },
  min: 2,
  max: 2,
  run: async ({ words: [name = '', address = ''], text, flag }, tools) => {
    const [written, uz, category] = [text('number'), text('uz') ?? '', text('category')]
    const number = written === undefined ? undefined : numberOf(written)
    if (written !== undefined && (number === undefined || number > 99_999))
      return refused(`--number ${shown(written)} is not a number of a channel: 1 to 99999`)
    const isWrong = (one: string) => one.length > maxCharacters || /\p{Cc}/u.test(one)
    if (name.trim() === '' || isWrong(name) || isWrong(uz))
      return refused(`a name has 1 to ${maxCharacters} letters and no line breaks`)
    const source = readWrittenSource(address, text)
    if ('why' in source) return refused(source.why)
    return withServices(tools, async ({ work, audit }) => {
      const categories = await listStaffCategories(work.db)
      const categoryId = category === undefined ? generalCategory : categoryOf(categories, category)
      if (categoryId === undefined)
        return refused(
          `there is no category ${shown(category ?? '')}: ${categories.map(({ nameRu }) => nameRu).join(', ')}`,
        )
      const fields = { number, nameRu: name.trim(), nameUz: uz.trim(), categoryId, source }
      const channel = { ...fields, isRadio: flag('radio'), isEnabled: !flag('off') }
      const outcome = await addChannel(work.db, channel, atTheTerminal())
      if (outcome.kind === 'number_taken')
        return refused(
          `${shown(outcome.name)} has the number ${outcome.number}; the number ${outcome.free} is free`,
        )
      if (outcome.kind === 'unknown_category') return refused('this category is gone: choose another one')
      const facts = { cid: outcome.cid, number: outcome.number, name: name.trim(), change: outcome.changeId }
      await audit.record({ event: 'channel_added', actor: 'operator', facts })
      return done(`${shown(name.trim())} is channel ${outcome.number} now.`, ...undoLines(outcome))
    })
  },
}

function categoryOf(categories: Awaited<ReturnType<typeof listStaffCategories>>, name: string) {
  const fold = (text: string) => text.trim().toLowerCase()
  return categories.find(
    ({ id, nameRu, nameUz }) =>
      id !== gatheringCategoryId && [nameRu, nameUz].some((own) => fold(own) === fold(name)),
  )?.id
}
