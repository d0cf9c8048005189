/** What is wrong with a table, in English sentences. */
import { type TableDraft, headingOf } from '#server/imports/imports.ts'

const refusals: Readonly<Record<string, string>> = {
  empty: 'there is nothing in it',
  not_a_table: 'it is not a table; save it as XLSX or CSV',
  old_excel: 'it is Excel 97–2003, or has a password; save it as an XLSX workbook without a password',
  open_document: 'it is ODS; save it as XLSX',
  macros: 'it has macros; save it as XLSX without macros',
  broken: 'it is broken, or was not written to its end; save it once more',
  too_large: 'it is too large when it is unpacked',
  too_many_rows: 'it has more than 200,000 rows; divide it',
  too_many_columns: 'it has more than 200 columns',
  no_heading: 'its first row has none of our columns; begin with an exported table',
  heading_twice: 'it has a column twice; delete one of them',
  other_channels: 'it is a table of channels',
  other_films: 'it is a table of films',
  other_collections: 'it is a table of collections',
  other_episodes: 'it is a table of episodes',
  other_people: 'it is a table of people',
  other_genres: 'it is a table of genres of films',
  other_matches: 'it is a table of guide matches',
}

export function refusalSentence(refusal: string): string {
  return refusals[refusal] ?? refusal
}

const problems: Readonly<Record<string, string>> = {
  formula: 'a formula instead of a value; paste the value',
  error_value: 'the cell has an error; enter a value',
  not_number: 'a number belongs here',
  out_of_range: 'possible',
  not_boolean: 'belongs here',
  not_date: 'the date cannot be read; write it so',
  unknown_choice: 'there is none; there are',
  too_long: 'too long; characters possible',
  required: 'it cannot be empty',
  country: 'countries are two Latin letters',
  source_address: 'this address cannot be taken',
  too_many: 'too many; possible',
  number_twice: 'the table gives this number to two channels; give one of them another',
  nameless: 'there is no name',
  period: 'the end must come after the beginning',
  overlap: 'it would overlap another window of this title; change them with films edit',
  linear: 'this channel is made of films, it has no sources',
  unknown_film: 'there are no films with the ID',
  window: 'windows are written so, and do not overlap in one territory',
  no_new: 'a table of these adds nothing; take an exported row with its ID',
  merged: 'this person was merged into the one with the ID',
  season_windows: 'another row gives this season other windows; give all rows of a season the same',
  genre_twice: 'there is such a genre already',
  unknown_guide_channel: 'no guide has such a channel',
  guide_channel_taken: 'the table confirms this channel for another one too',
  no_decision: 'the row decides nothing: a proposal is confirmed or rejected',
  unknown_id: 'there is no such ID; leave the cell empty to add something new',
  double_id: 'this ID was in a row above; delete one of them',
  bad_id: 'an ID is a number of the exported table',
  quote: 'a quote is opened and not closed',
  short_row: 'the row is cut off; save the file once more',
}

export function problemSentence(problem: TableDraft['problems'][number]): string {
  const where = `row ${problem.row}${problem.column === '' ? '' : `, ${headingOf(problem.column, 'en')}`}`
  const value = problem.value === '' ? '' : ` "${problem.value}"`
  const hint = problem.hint === '' ? '' : `: ${problem.hint}`
  return `${where}${value}: ${problems[problem.problem] ?? problem.problem}${hint}`
}

export function warningSentence({ warning, column, count, of }: TableDraft['warnings'][number]): string {
  const name = `the column "${headingOf(column, 'en')}"`
  switch (warning) {
    case 'mass':
      return `almost everything changes in ${name}: ${count} of ${of}`
    case 'column':
      return `${name} is not ours and is not read`
    case 'read_only':
      return `${name} is for information only: changes in it (${count}) are not taken`
    case 'part':
      return `the table has ${count} of ${of}; the others are left alone`
    case 'letters':
      return `the file was saved in Windows-1251, which lacks some letters; cells that differ only in them (${count}) do not change`
  }
}
