import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { templateOf } from '../../station/testing/records.ts'
import { refusal, stubGateway } from '../../testing/screen.tsx'
import { closeForms, openForm } from '../testing/form.tsx'
import { REFUND, received, UNIT } from '../testing/refund.ts'
import type { RefundUnit } from '../types.ts'
import { RecheckDrawer } from './recheck-drawer.tsx'

const TEMPLATE = '/xySaasDetect/detConfig/getDetectOptionTpl'
const ASKED = '复检还没保存，要走吗？'
const FIRST = received({ ...UNIT, soldAnswers: templateOf('full', 'curated').defaults })
const SECOND = { ...FIRST, unitId: 'unit-2', imei: '861047230000092', barCode: 'HJ0000000002' }
/** Looked at before, with something found. */
const CHECKED: RefundUnit = {
  ...FIRST,
  recheck: {
    at: '2026-11-22T02:00:00.000Z',
    by: '林小满',
    note: '后盖有磕碰',
    outcomes: ['newDamage', 'partsMissing'],
    answers: {},
    differences: [],
  },
}

function open(units: readonly RefundUnit[], answer: (full: unknown) => object = template) {
  stubGateway({ [TEMPLATE]: ({ full }) => answer(full) })
  return openForm(RecheckDrawer, { ...REFUND, state: 'awaiting_receipt', units: [...units] })
}
const template = (full: unknown) => templateOf(full === true ? 'full' : 'quick', 'curated')
const note = () => screen.findByLabelText<HTMLTextAreaElement>(/^复检说明/)
const phone = ({ imei }: RefundUnit) => screen.getByRole<HTMLInputElement>('radio', { name: new RegExp(imei) })
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }))

afterEach(closeForms)

test('defect: choosing the other phone threw away what was found of the first', async () => {
  open([FIRST, SECOND])
  fireEvent.change(await note(), { target: { value: '屏幕有划痕' } })
  fireEvent.click(phone(SECOND))
  await screen.findByRole('dialog', { name: ASKED })
  press('继续复检')
  await waitFor(() => expect(screen.queryByRole('dialog', { name: ASKED })).toBeNull())
  expect((await note()).value).toBe('屏幕有划痕')
  expect(phone(FIRST).checked).toBe(true)
  fireEvent.click(phone(SECOND))
  await screen.findByRole('dialog', { name: ASKED })
  press('不保存，走')
  await waitFor(() => expect(phone(SECOND).checked).toBe(true))
  expect((await note()).value).toBe('')
})

test('nothing is asked between phones of which nothing was said', async () => {
  open([FIRST, SECOND])
  await note()
  fireEvent.click(phone(SECOND))
  await waitFor(() => expect(phone(SECOND).checked).toBe(true))
  expect(screen.queryByRole('dialog', { name: ASKED })).toBeNull()
})

test('defect: a re-check that nobody had changed asked before it was closed', async () => {
  const onClose = open([CHECKED])
  await note()
  press('关闭')
  await waitFor(() => expect(onClose).toHaveBeenCalledOnce())
})

test('a re-check of which an outcome was taken away asks', async () => {
  const onClose = open([CHECKED])
  await note()
  fireEvent.click(screen.getByRole('checkbox', { name: '新增损伤' }))
  press('关闭')
  await screen.findByRole('dialog', { name: ASKED })
  expect(onClose).not.toHaveBeenCalled()
})

test('defect: pictures on their way were lost without a question', async () => {
  const onClose = open([FIRST])
  await note()
  const [files] = document.querySelectorAll<HTMLInputElement>('input[type="file"]')
  const picture = new File(['picture'], 'phone.jpg', { type: 'image/jpeg' })
  await act(async () => {
    if (files) fireEvent.change(files, { target: { files: [picture] } })
  })
  press('关闭')
  await screen.findByRole('dialog', { name: ASKED })
  expect(onClose).not.toHaveBeenCalled()
})

test('defect: a checklist that could not be loaded was said to be loading for ever', async () => {
  let isAway = true
  open([FIRST], (full) => (isAway ? refusal('NOT_FOUND', '机型不存在') : template(full)))
  await screen.findByText('机型不存在')
  isAway = false
  press('重试')
  await note()
})

test('defect: looking at another phone than the one sold named the one that was sold alone', async () => {
  const other = {
    ...FIRST,
    received: FIRST.received && { ...FIRST.received, code: '861001380000832', isSamePhone: false },
  }
  open([other, SECOND])
  await note()
  expect(document.body.textContent).toContain(`收到的是 861001380000832，不是售出的 ${FIRST.imei}`)
  screen.getByRole('radio', { name: new RegExp(`${FIRST.imei}（收到别的手机）`) })
  fireEvent.click(phone(SECOND))
  await waitFor(() => expect(document.body.textContent).not.toContain('不是售出的'))
})
