import { allCalls } from '@huanji/contract/calls'
import { openApi } from '@huanji/server/gateway/openapi'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

type Schema = Record<string, unknown>

interface Body {
  readonly content: { readonly 'application/json': { readonly schema: Schema } }
}

interface Described {
  readonly servers: readonly { readonly url: string }[]
  readonly components: { readonly schemas: Record<string, Schema> }
  readonly paths: Record<
    string,
    { readonly post: { readonly requestBody: Body; readonly responses: Record<'200' | 'default', Body> } }
  >
}

/** What is told of the calls: /openapi.json as a program reads it. */
export const description = JSON.parse(JSON.stringify(openApi(allCalls, 'https://huanji.example'))) as Described
const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })
addFormats.default(ajv)
// references lead to the components of the whole document, which each schema is given for its compilation
ajv.addVocabulary(['components'])
const compile = (schema: Schema): ValidateFunction => ajv.compile({ ...schema, components: description.components })

const postOf = (path: string) => {
  const post = description.paths[path]?.post
  if (post === undefined) throw new Error(`${path} is not described`)
  return post
}
/** Whether a request fits. */
export const bodyOf = (path: string) => compile(postOf(path).requestBody.content['application/json'].schema)
/** Whether an answer fits, with its envelope. */
export const answerOf = (path: string, status: '200' | 'default') =>
  compile(postOf(path).responses[status].content['application/json'].schema)

/** What a value lacks, or nothing. */
export const complaint = (validate: ValidateFunction, value: unknown) =>
  validate(value) ? '' : ajv.errorsText(validate.errors)
