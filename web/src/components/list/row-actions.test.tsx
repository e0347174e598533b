import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { defineAction } from '../actions/action.ts'
import { RowActions } from './row-actions.tsx'

const inLine = (...names: string[]) => {
  const actions = names.map((name) => defineAction<object>({ key: name, name, run: () => {} }))
  const { container } = render(<RowActions actions={actions} start={() => {}} />)
  const more = screen.queryByRole('button', { name: '更多操作' })
  const shown = [...container.querySelectorAll('button')].filter((button) => !button.closest('[popover]'))
  return {
    names: shown.filter((button) => button !== more).map((button) => button.textContent),
    hasMore: more !== null,
  }
}

afterEach(cleanup)

test('the first two of a row’s actions stand in its line, further ones behind 更多', () => {
  expect(inLine('编辑', '停用', '结束登录', '删除')).toEqual({ names: ['编辑', '停用'], hasMore: true })
  cleanup()
  expect(inLine('重新上架', '删除')).toEqual({ names: ['重新上架', '删除'], hasMore: false })
})

test('three actions stand in the line when they are short, and are not cut off when they are long', () => {
  expect(inLine('编辑', '复制', '删除')).toEqual({ names: ['编辑', '复制', '删除'], hasMore: false })
  cleanup()
  expect(inLine('继续质检', '换袋', '查看报告')).toEqual({ names: ['继续质检', '换袋'], hasMore: true })
})
