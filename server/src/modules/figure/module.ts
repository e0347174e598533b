import { defineModule } from '../../module.ts'
import { overviewGroup } from './calls.ts'
import { figureSchedules } from './jobs.ts'

export const figureModule = defineModule({
  standsOn: ['catalogue', 'tenant'],
  groups: [overviewGroup],
  schedules: figureSchedules,
  tables: {
    dailyFigure: ['figure'],
    figureMark: [],
    figureUpkeep: [],
  },
})
