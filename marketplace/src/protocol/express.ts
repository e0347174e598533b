import { z } from 'zod'

/** A carrier the platform knows (docs/open-platform.md §5.8, §B). */
export const expressCompanySchema = z.object({
  code: z.string(),
  express_name: z.string(),
  express_alias: z.string().optional(),
  is_hot: z.boolean(),
})
export type ExpressCompany = z.infer<typeof expressCompanySchema>

export const listExpressCompaniesData = z.object({ list: z.array(expressCompanySchema) })
export type ListExpressCompaniesData = z.infer<typeof listExpressCompaniesData>
