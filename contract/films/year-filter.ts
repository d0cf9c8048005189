/**
 * The years a film list can be filtered by (specification, 3): each year from the current one down to 2016, then
 * five-year ranges from 2015 down to 1980, then everything from 1979 down to 1920. The id is the years joined by
 * commas, which is what `video/list` takes as `year`.
 */
export interface YearChoice {
  readonly id: string
  readonly from: number
  readonly to: number
  readonly ru: string
  readonly uz: string
}

export function yearChoices(currentYear: number): readonly YearChoice[] {
  const choices: YearChoice[] = []
  for (let year = Math.max(currentYear, 2016); year >= 2016; year -= 1) {
    choices.push({ id: String(year), from: year, to: year, ru: String(year), uz: String(year) })
  }
  // 1980 closes the ranges: 2015–2011 … 1985–1981, and 1980 joins the last one.
  for (let to = 2015; to > 1980; to -= 5) {
    const from = to === 1985 ? 1980 : to - 4
    choices.push({ id: joined(to, from), from, to, ru: `${from}–${to}`, uz: `${from}–${to}` })
  }
  choices.push({ id: joined(1979, 1920), from: 1920, to: 1979, ru: 'До 1980', uz: '1980-yilgacha' })
  return choices
}

function joined(to: number, from: number): string {
  return Array.from({ length: to - from + 1 }, (_, index) => to - index).join(',')
}
