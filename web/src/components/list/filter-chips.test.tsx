import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { api } from '../../api/client.ts'
import { createQueryClient, queryOf } from '../../api/queries.ts'
import { FilterChips } from './filter-chips.tsx'

afterEach(cleanup)

test('defect: a saved view that came back was called the filters of last time, and not by its name', () => {
  const listKey = 'orders'
  const view = { viewId: 'v1', listKey, name: '99新待拍', query: 'grade=99', columns: null, version: 1 }
  const client = createQueryClient()
  client.setQueryData(queryOf(api.savedView.list, { listKey }).queryKey, {
    views: [{ ...view, isShared: false, isMine: true, ownerName: '' }],
  } as never)
  const state = { values: { grade: '99' }, page: 1, pageSize: 20, cursor: '', sort: '' }
  const show = (viewId: string) =>
    render(
      <QueryClientProvider client={client}>
        <FilterChips
          listKey={listKey}
          filters={[]}
          control={{ state: { ...state, view: viewId }, isRestored: true, go: () => {}, reset: () => {} }}
        />
      </QueryClientProvider>,
    )
  show('v1')
  expect(screen.getByRole('status').textContent).toBe('上次的常用筛选：99新待拍')
  cleanup()
  show('')
  expect(screen.getByRole('status').textContent).toBe('已恢复上次筛选')
})
