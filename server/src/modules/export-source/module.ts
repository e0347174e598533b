import { defineModule } from '../../module.ts'

export const exportSourceModule = defineModule({
  standsOn: [],
})
