import { zipFile } from './zip-file.ts'

export interface SheetPart {
  readonly name: string
  /** The rows as XML: `<row r="1">…</row>`. */
  readonly rows: string
  readonly hidden?: boolean
}

const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'

/** Returns the bytes of a spreadsheet. `texts`: its shared strings, each as the content of `<si>`. */
export function xlsxFile(sheets: readonly SheetPart[], texts: readonly string[] = [], formats = '', date1904 = false) {
  const list = sheets.map(
    ({ name, hidden }, i) =>
      `<sheet name="${name}" sheetId="${i + 1}"${hidden ? ' state="hidden"' : ''} r:id="rId${i + 1}"/>`,
  )
  const targets = sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Target="worksheets/sheet${i + 1}.xml"/>`)
  return zipFile([
    { name: '[Content_Types].xml', content: `${HEAD}<Types/>` },
    {
      name: 'xl/workbook.xml',
      content: `${HEAD}<workbook xmlns:r="r"><workbookPr${date1904 ? ' date1904="1"' : ''}/><sheets>${list.join('')}</sheets></workbook>`,
    },
    { name: 'xl/_rels/workbook.xml.rels', content: `${HEAD}<Relationships>${targets.join('')}</Relationships>` },
    { name: 'xl/sharedStrings.xml', content: `${HEAD}<sst>${texts.map((text) => `<si>${text}</si>`).join('')}</sst>` },
    {
      name: 'xl/styles.xml',
      content: `${HEAD}<styleSheet>${formats || '<numFmts/><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>'}</styleSheet>`,
    },
    ...sheets.map(({ rows }, i) => ({
      name: `xl/worksheets/sheet${i + 1}.xml`,
      content: `${HEAD}<worksheet><sheetData>${rows}</sheetData></worksheet>`,
    })),
  ])
}
