import { crc32 } from 'node:zlib'

/** A cell: a text, a number as a spreadsheet keeps it, or nothing. */
type Cell = string | number | null

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

function cellXml(cell: Cell, ref: string): string {
  if (cell === null) return ''
  if (typeof cell === 'number') return `<c r="${ref}"><v>${cell}</v></c>`
  return `<c r="${ref}" t="inlineStr"><is><t>${escaped(cell)}</t></is></c>`
}

function sheetXml(rows: readonly (readonly Cell[])[]): string {
  const lines = rows.map((cells, row) => {
    const inner = cells.map((cell, column) => cellXml(cell, `${String.fromCharCode(65 + column)}${row + 1}`)).join('')
    return `<row r="${row + 1}">${inner}</row>`
  })
  return `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${lines.join('')}</sheetData></worksheet>`
}

const RELATIONS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'

const parts = (rows: readonly (readonly Cell[])[]): readonly (readonly [name: string, xml: string])[] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${RELATIONS}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${RELATIONS}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
  ['xl/worksheets/sheet1.xml', sheetXml(rows)],
]

/** What a zip's local header and directory both say of a part that is stored as it is. */
function entryHead(name: Buffer, data: Buffer): Buffer {
  const head = Buffer.alloc(26)
  head.writeUInt16LE(20, 0)
  head.writeUInt32LE(crc32(data), 10)
  head.writeUInt32LE(data.length, 14)
  head.writeUInt32LE(data.length, 18)
  head.writeUInt16LE(name.length, 22)
  return head
}

/** An .xlsx file of one sheet, as a spreadsheet program writes it, apart from being uncompressed. */
export function xlsxOf(rows: readonly (readonly Cell[])[]): Buffer {
  const locals: Buffer[] = []
  const directory: Buffer[] = []
  let offset = 0
  for (const [title, xml] of parts(rows)) {
    const [name, data] = [Buffer.from(title), Buffer.from(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)]
    const head = entryHead(name, data)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, name, data])
    const tail = Buffer.alloc(14)
    tail.writeUInt32LE(offset, 10)
    directory.push(Buffer.concat([Buffer.from('PK\u0001\u0002'), Buffer.from([20, 0]), head, tail, name]))
    locals.push(local)
    offset += local.length
  }
  const listed = Buffer.concat(directory)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(locals.length, 4)
  end.writeUInt16LE(locals.length, 6)
  end.writeUInt32LE(listed.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, listed, Buffer.from('PK\u0005\u0006'), end])
}

/** A text in GB18030, in which Excel writes CSV in China; only for the words that these tests use. */
export function gb18030Of(text: string): Buffer {
  const decoder = new TextDecoder('gb18030')
  const codes = new Map<string, readonly number[]>()
  for (let first = 0x81; first < 0xff; first += 1) {
    for (let second = 0x40; second < 0xff; second += 1)
      codes.set(decoder.decode(Uint8Array.of(first, second)), [first, second])
  }
  return Buffer.from([...text].flatMap((char) => (char < '\u0080' ? [char.charCodeAt(0)] : (codes.get(char) ?? []))))
}
