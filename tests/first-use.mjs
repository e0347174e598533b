/**
 * What a newcomer does first, by the machine's own Node: open the page, sign in as the demo owner, see phones.
 * Plain JavaScript, because it also runs on the older Node that a machine may come with.
 */
const origin = process.argv[2]

async function call(path, body, context = { loginToken: '', loginPhone: '', employeeId: '', merchantId: '' }) {
  const answer = await fetch(origin + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...context, ...body }),
  })
  const envelope = await answer.json()
  if (envelope._errCode !== '0') throw new Error(`${path}: ${envelope._errCode} ${envelope._errStr}`)
  return envelope._data
}

const page = await (await fetch(origin)).text()
if (!page.includes('焕机')) throw new Error('the page does not carry the name of the product')
const session = await call('/api_auth/login', { phone: '13800138000', password: 'Huanji2026' })
const { loginToken, loginPhone, employeeId, merchantId } = session
const context = { loginToken, loginPhone, employeeId, merchantId }
const { menu } = await call('/api/mch/menu', { needMenu: 1 }, context)
const { total } = await call('/xySaasDetect/detRecord/getDetectRecordList', { channel: 'auction' }, context)
if (menu.length === 0) throw new Error('the owner sees no menu')
if (total === 0) throw new Error('the demo merchant has no phones')
process.stdout.write(`first use: signed in, ${menu.length} menu groups, ${total} inspected phones\n`)
