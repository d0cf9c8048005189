/** Tables as workbooks of Excel, written while their rows are read: of any length in the same memory. */
import { Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import { serialOf } from './moments.ts'
import { type OutCell, type OutColumn, maxCellCharacters, nextTurn } from './sheet.ts'
import { xmlOfText } from './xlsx-text.ts'

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const office = 'http://schemas.openxmlformats.org'
const main = `${office}/spreadsheetml/2006/main`
const relations = `${office}/officeDocument/2006/relationships`

/** Places in `styles`: the same text is shown by every reader, and stays text when somebody edits it. */
const styleOf = { heading: 1, text: 2, moment: 3, number: 0 } as const

const styles = `${declaration}<styleSheet xmlns="${main}">
<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd\\ hh:mm:ss"/></numFmts>
<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts>
<fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>
<borders count="1"><border/></borders>
<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs>
<cellXfs count="4">
<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>
<xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1" applyNumberFormat="1"/>
<xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
<xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>
</cellXfs>
</styleSheet>`

const contentTypes = `${declaration}<Types xmlns="${office}/package/2006/content-types">
<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>
<Default Extension="xml" ContentType="application/xml"/>
<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/>
<Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/>
<Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/>
</Types>`

const rootRelations = `${declaration}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`

const bookRelations = `${declaration}<Relationships xmlns="${office}/package/2006/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`

function workbook(name: string) {
  return `${declaration}<workbook xmlns="${main}" xmlns:r="${relations}"><sheets><sheet name="${xmlOfText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`
}

/** `A`, `Z`, `AA`: the name of a column from its number, from 0. */
function columnName(at: number): string {
  return at < 26 ? String.fromCharCode(65 + at) : columnName(Math.floor(at / 26) - 1) + columnName(at % 26)
}

function cellXml(cell: OutCell, place: string, kind: keyof typeof styleOf): string {
  const style = styleOf[kind]
  if (cell === null || cell === '') return `<c r="${place}" s="${style}"/>`
  if (typeof cell === 'number') return `<c r="${place}" s="${styleOf.number}"><v>${cell}</v></c>`
  if (typeof cell === 'object')
    return `<c r="${place}" s="${styleOf.moment}"><v>${serialOf(cell.momentMs)}</v></c>`
  const text = xmlOfText(cell.slice(0, maxCellCharacters))
  const textStyle = kind === 'heading' ? styleOf.heading : styleOf.text
  return `<c r="${place}" s="${textStyle}" t="inlineStr"><is><t xml:space="preserve">${text}</t></is></c>`
}

async function* sheetXml(
  columns: readonly OutColumn[],
  rows: AsyncIterable<readonly (readonly OutCell[])[]>,
): AsyncGenerator<string> {
  const names = columns.map((_, at) => columnName(at))
  let row = 0
  const rowXml = (cells: readonly OutCell[], isHeading: boolean) => {
    row += 1
    const xml = cells.map((cell, at) =>
      cellXml(cell, `${names[at]}${row}`, isHeading ? 'heading' : (columns[at]?.kind ?? 'text')),
    )
    return `<row r="${row}">${xml.join('')}</row>`
  }
  const widths = columns.map(
    ({ width, kind }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" style="${styleOf[kind]}" customWidth="1"/>`,
  )
  yield `${declaration}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData>`
  yield rowXml(
    columns.map(({ heading }) => heading),
    true,
  )
  for await (const some of rows) {
    yield some.map((cells) => rowXml(cells, false)).join('')
    await nextTurn()
  }
  yield '</sheetData></worksheet>'
}

/** The bytes of a workbook with one sheet. An error of `rows` ends the stream with it. */
export function writeXlsx(
  name: string,
  columns: readonly OutColumn[],
  rows: AsyncIterable<readonly (readonly OutCell[])[]>,
): Readable {
  const zip = new ZipFile()
  const output = zip.outputStream as Readable
  zip.on('error', (error: Error) => output.destroy(error))
  const sheet = Readable.from(sheetXml(columns, rows), { objectMode: false })
  output.once('close', () => sheet.destroy())
  const files = [
    ['[Content_Types].xml', contentTypes],
    ['_rels/.rels', rootRelations],
    ['xl/workbook.xml', workbook(name)],
    ['xl/_rels/workbook.xml.rels', bookRelations],
    ['xl/styles.xml', styles],
  ] as const
  for (const [path, text] of files) zip.addBuffer(Buffer.from(text), path)
  zip.addReadStream(sheet, 'xl/worksheets/sheet1.xml')
  zip.end()
  return output
}
