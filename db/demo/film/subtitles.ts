import { introSec, type DemoFilm } from '#db/demo/catalogue/films.ts'

function stamp(seconds: number): string {
  const ms = Math.round(seconds * 1000)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${two(Math.floor(ms / 3_600_000))}:${two(Math.floor(ms / 60_000) % 60)}:${two(Math.floor(ms / 1000) % 60)},${String(ms % 1000).padStart(3, '0')}`
}

/** The film's subtitles in one language as SubRip text. */
export function filmSubtitles(film: DemoFilm, language: 'ru' | 'uz'): string {
  const cues: string[] = []
  const music = language === 'ru' ? '[играет музыка]' : '[musiqa yangraydi]'
  const add = (from: number, to: number, text: string): void => {
    cues.push(`${cues.length + 1}\n${stamp(from)} --> ${stamp(to)}\n${text}\n`)
  }
  add(0.6, introSec - 0.2, `${music}\n${language === 'ru' ? film.name_ru : film.name_uz}`)
  let at = film.introEndSec
  for (const scene of film.scenes) {
    const share = scene.seconds / scene.lines.length
    scene.lines.forEach((line, i) => add(at + i * share + 0.3, at + (i + 1) * share - 0.3, line[language]))
    at += scene.seconds
  }
  add(film.titlesBeginSec + 0.4, film.titlesEndSec - 0.6, language === 'ru' ? 'Конец' : 'Tamom')
  return cues.join('\n')
}
