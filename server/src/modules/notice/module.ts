import { defineModule } from '../../module.ts'

export const noticeModule = defineModule({
  standsOn: [],
  tables: {
    notice: ['notice'],
    noticePerson: ['notice'],
    noticeRead: ['notice'],
  },
})
