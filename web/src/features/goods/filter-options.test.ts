import { afterEach, expect, test, vi } from 'vitest'
import { stubGateway } from '../testing/screen.tsx'
import { searchModels } from './filter-options.ts'

afterEach(() => void vi.unstubAllGlobals())

const model = (modelId: string, name: string, isNamed: boolean) => ({ modelId, brand: '苹果', name, isNamed })

test('defect: a model that is only like what was typed stood in a filter as if it were meant', async () => {
  stubGateway({
    '/xySaasDetect/detConfig/productSearch': () => ({
      models: [model('apple-iphone-13', 'iPhone 13', true), model('apple-iphone-13-pro', 'iPhone 13 Pro', false)],
    }),
  })
  expect(await searchModels(' 13 ')).toEqual([
    { value: 'apple-iphone-13', label: '苹果 iPhone 13', mark: '' },
    { value: 'apple-iphone-13-pro', label: '苹果 iPhone 13 Pro', mark: '近似' },
  ])
})
