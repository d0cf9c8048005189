/** The tables of the guide of the console: each task and how many acts it takes. */

export interface GuideRow {
  /** As it stands there: "3", "3 to 5", "4 and more", "2 each". */
  readonly text: string
  readonly min: number
  readonly max: number
}

/** The rows of the tables with three columns (task, where, acts), by the task; throws when a number is not one. */
export function guideRows(markdown: string): ReadonlyMap<string, GuideRow> {
  const rows = new Map<string, GuideRow>()
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) continue
    const [, task, , text] = line.split('|').map((cell) => cell.trim())
    if (task === undefined || text === undefined || text === 'acts' || text === '---') continue
    const match = /^(\d+)(?: to (\d+)| (and more)| each)?$/.exec(text)
    if (match === null) throw new Error(`the acts of "${task}" are not a number: ${text}`)
    const min = Number(match[1])
    const max = match[3] === undefined ? Number(match[2] ?? min) : Number.POSITIVE_INFINITY
    rows.set(task, { text, min, max })
  }
  return rows
}
