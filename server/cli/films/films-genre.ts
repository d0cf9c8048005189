import { addFilmGenre } from '#server/catalogue/catalogue.ts'
import { atTheTerminal, undoLines, withServices } from '#server/cli/command/changing.ts'
import { type CliCommand, done, refused, shown } from '#server/cli/command/command.ts'

const maxCharacters = 60

export const filmsGenre: CliCommand = {
  name: 'films genre',
  usage: '<name> --uz <name>',
  summary: 'add a genre of films',
  help: `The genre can be chosen in films at once, and imports use it for films whose list names it.

  --uz  its name in Uzbek

Example
  npm run ekran -- films genre "Драма" --uz "Drama"`,
  options: { uz: { type: 'string' } },
  min: 1,
  max: 1,
  run: async ({ words: [ru = ''], text }, tools) => {
    const names = { nameRu: ru.trim(), nameUz: (text('uz') ?? '').trim() }
    for (const name of Object.values(names))
      if (name === '' || name.length > maxCharacters || /\p{Cc}/u.test(name))
        return refused(
          `a genre has two names, in Russian and with --uz, each 1 to ${maxCharacters} characters`,
        )
    return withServices(tools, async ({ work, audit }) => {
      const outcome = await addFilmGenre(work.db, names, atTheTerminal())
      if (outcome.kind === 'named') return refused(`there is such a genre already: ${shown(outcome.name)}`)
      const facts = { genre: outcome.genreId, name: names.nameRu, change: outcome.changeId }
      await audit.record({ event: 'film_genre_added', actor: 'operator', facts })
      return done(`${shown(names.nameRu)} is a genre now.`, ...undoLines(outcome))
    })
  },
}
