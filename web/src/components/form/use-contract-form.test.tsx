import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod'
import type { CallOptions } from '../../api/client.ts'
import { ApiRefusal } from '../../api/refusal.ts'
import { Dialog } from '../overlay/dialog.tsx'
import { OverlayHost, openOverlay } from '../overlay/overlay-host.tsx'
import { TextField } from './fields.tsx'
import { ContractFormView, SubmitButton } from './form-view.tsx'
import { useContractForm } from './use-contract-form.ts'

interface Values {
  name: string
  remark: string
  version: number
}

const schema = z.strictObject({ name: z.string().min(2), remark: z.string(), version: z.int() })
const submitted = vi.fn<(values: Values, options: CallOptions) => Promise<string>>()
const done = vi.fn()
const loadSchema = vi.fn<() => Promise<typeof schema>>()
const loadLatest = vi.fn<() => Promise<Partial<Values>>>()

function Form({ draftKey, onDone = done }: { draftKey?: string; onDone?: () => void }) {
  const form = useContractForm<Values, string>({
    schema: loadSchema,
    defaults: { name: '', remark: '', version: 1 },
    submit: submitted,
    onDone,
    loadLatest,
    labels: { name: '名称' },
    describe: (field, value, other) => (field === 'name' ? `${value}（另一方：${other}）` : undefined),
    ...(draftKey ? { draftKey } : {}),
  })
  return (
    <ContractFormView form={form}>
      <TextField form={form} name="name" label="名称" />
      <SubmitButton form={form}>保存</SubmitButton>
    </ContractFormView>
  )
}

function show(draftKey?: string) {
  const router = createMemoryRouter([
    {
      path: '/',
      element: (
        <>
          <Form {...(draftKey ? { draftKey } : {})} />
          <OverlayHost />
        </>
      ),
    },
    { path: '/elsewhere', element: <p>别处</p> },
  ])
  render(<RouterProvider router={router} />)
  return router
}

const box = () => screen.getByLabelText<HTMLInputElement>('名称')
const type = (value: string) => act(async () => void fireEvent.change(box(), { target: { value } }))
const save = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '保存' })))
const refusal = (code: string, text: string, data: unknown = null) => new ApiRefusal('80060001', text, code, data)

beforeEach(() => {
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  submitted.mockResolvedValue('done')
  loadSchema.mockResolvedValue(schema)
  loadLatest.mockResolvedValue({ name: '同事起的名', version: 2 })
})

afterEach(() => {
  cleanup()
  vi.clearAllMocks()
  localStorage.clear()
})

test('what is typed is judged by the schema at once', async () => {
  show()
  await type('a')
  await screen.findByText('至少2个字')
  expect(box().getAttribute('aria-invalid')).toBe('true')
  await type('ab')
  await waitFor(() => expect(screen.queryByText('至少2个字')).toBeNull())
  expect(submitted).not.toHaveBeenCalled()
})

test('a good form is submitted once with an idempotency key, and cannot be pressed meanwhile', async () => {
  let finish = (_output: string) => {}
  submitted.mockImplementation(() => new Promise((resolve) => (finish = resolve)))
  show()
  await type('abc')
  await save()
  await waitFor(() => expect(submitted).toHaveBeenCalledOnce())
  expect(screen.getByRole<HTMLButtonElement>('button', { name: '保存' }).disabled).toBe(true)
  await save()
  await act(async () => finish('done'))
  expect(done).toHaveBeenCalledExactlyOnceWith('done')
  expect(submitted.mock.calls[0]?.[0]).toEqual({ name: 'abc', remark: '', version: 1 })
  expect(submitted.mock.calls[0]?.[1].idempotencyKey).toMatch(/^[0-9a-f]{32}$/)
})

test('a lost answer is asked for again with the same key, a changed value or an answered refusal takes a new one', async () => {
  const keys = () => submitted.mock.calls.map(([, options]) => options.idempotencyKey)
  submitted.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  show()
  await type('abc')
  await save()
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(1))
  submitted.mockRejectedValueOnce(refusal('STATE_CHANGED', '当前状态不能修改'))
  await save()
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(2))
  await screen.findByText('当前状态不能修改')
  await save()
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(3))
  expect(keys()[0]).toBe(keys()[1])
  expect(keys()[2]).not.toBe(keys()[1])
})

test('a refusal that names a field is shown at it', async () => {
  submitted.mockRejectedValue(refusal('CODE_INVALID', '名称已被使用', { field: 'name' }))
  show()
  await type('abc')
  await save()
  await screen.findByText('名称已被使用')
  expect(box().getAttribute('aria-invalid')).toBe('true')
  expect(done).not.toHaveBeenCalled()
})

test('a conflict shows both values; keeping one’s own submits it on the latest version', async () => {
  submitted.mockRejectedValueOnce(refusal('VERSION_CONFLICT', '小李已于10:30修改过这条记录'))
  show()
  await type('我起的名')
  await save()
  await screen.findByText('小李已于10:30修改过这条记录')
  expect(screen.getByText('同事起的名（另一方：我起的名）')).toBeTruthy()
  expect(screen.getByText('我起的名（另一方：同事起的名）')).toBeTruthy()
  await act(async () => void fireEvent.click(screen.getByText('保留我的修改再提交')))
  expect(box().value).toBe('我起的名')
  await waitFor(() => expect(submitted).toHaveBeenCalledTimes(2))
  expect(submitted.mock.calls[1]?.[0]).toMatchObject({ name: '我起的名', version: 2 })
})

test('leaving with unsaved work asks first, leaving without does not', async () => {
  const router = show()
  await type('abc')
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('填的还没提交，要离开吗？')
  await act(async () => void fireEvent.click(screen.getByText('继续填')))
  expect(router.state.location.pathname).toBe('/')
  await type('')
  await act(() => router.navigate('/elsewhere'))
  await screen.findByText('别处')
})

test('a draft outlives the page and ends with the submit', async () => {
  show('bind')
  await type('abc')
  await waitFor(() => expect(localStorage.getItem('draft:bind:')).toContain('abc'))
  cleanup()
  show('bind')
  await waitFor(() => expect(box().value).toBe('abc'))
  await save()
  await waitFor(() => expect(done).toHaveBeenCalled())
  expect(localStorage.getItem('draft:bind:')).toBeNull()
})

test('what was taken back again leaves no draft', async () => {
  show('bind')
  await type('abc')
  await waitFor(() => expect(localStorage.getItem('draft:bind:')).toContain('abc'))
  await type('')
  await waitFor(() => expect(localStorage.getItem('draft:bind:')).toBeNull())
})

test('without its schema a form still submits, and the server judges', async () => {
  loadSchema.mockRejectedValue(new TypeError('Failed to fetch dynamically imported module'))
  submitted.mockRejectedValueOnce(refusal('CODE_INVALID', '名称太短', { field: 'name' }))
  show()
  await type('a')
  await save()
  await screen.findByText('名称太短')
})

test('a conflict whose latest version cannot be had is said in the server’s words', async () => {
  loadLatest.mockRejectedValue(new TypeError('Failed to fetch'))
  submitted.mockRejectedValueOnce(refusal('VERSION_CONFLICT', '林小满已于10:00修改过这条记录，请查看最新内容后再提交'))
  show()
  await type('abc')
  await save()
  await screen.findByText('林小满已于10:00修改过这条记录，请查看最新内容后再提交')
})

test('a field that is refused has the focus, by the rules and by the server alike', async () => {
  show()
  await save()
  await waitFor(() => expect(document.activeElement).toBe(box()))
  expect(submitted).not.toHaveBeenCalled()
  await type('名称甲')
  box().blur()
  submitted.mockRejectedValueOnce(refusal('NAME_TAKEN', '名称已被使用', { field: 'name' }))
  await save()
  await screen.findByText('名称已被使用')
  expect(document.activeElement).toBe(box())
})

describe('a form in a dialog', () => {
  const close = () => act(async () => void fireEvent.click(screen.getByRole('button', { name: '关闭' })))
  const answer = (name: string) =>
    act(async () => void fireEvent.click(screen.getByRole('button', { name, hidden: true })))

  async function open() {
    const closed = vi.fn()
    const router = createMemoryRouter([{ path: '/', element: <OverlayHost /> }])
    render(<RouterProvider router={router} />)
    await act(async () => {
      void openOverlay<boolean>((done) => (
        <Dialog title="添加" onClose={() => done()}>
          <Form onDone={() => done(true)} />
        </Dialog>
      )).then(closed)
    })
    return closed
  }

  test('closing a dialog threw typed input away without a question', async () => {
    const closed = await open()
    await type('仓库')
    await close()
    screen.getByText('填的还没提交，要关掉吗？')
    await answer('继续填')
    expect(closed).not.toHaveBeenCalled()
    expect(box().value).toBe('仓库')
    await close()
    await answer('不要了')
    await waitFor(() => expect(closed).toHaveBeenCalledExactlyOnceWith(undefined))
  })

  test('closes at once while nothing was typed, and when it was submitted', async () => {
    const untouched = await open()
    await close()
    await waitFor(() => expect(untouched).toHaveBeenCalledExactlyOnceWith(undefined))
    cleanup()
    const submitting = await open()
    await type('仓库')
    await save()
    await waitFor(() => expect(submitting).toHaveBeenCalledExactlyOnceWith(true))
  })
})
