import type { JobHandlers } from '../../jobs/job.ts'
import { STOCK_IMPORT_JOB } from './commands.ts'
import { importWork } from './work.ts'

/** The job that takes over the lines of imports; it is tried for as long as there are some. */
export const stockImportJobs: JobHandlers = { [STOCK_IMPORT_JOB]: { run: importWork, retries: 'forever' } }
