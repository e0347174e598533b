import type { Access, CallSpec } from '@huanji/contract/call'
import { IDEMPOTENCY_HEADER, LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { closedToKeys } from '@huanji/contract/key-rules'
import { programRefusalText } from '@huanji/contract/program-words'
import { type Components, describeShape, type JsonSchema } from './openapi-schema.ts'

/** Texts that a person's program sends beside the call's own fields, and a program with a key leaves out. */
const LOGIN_CONTEXT: Readonly<Record<string, JsonSchema>> = Object.fromEntries(
  LOGIN_CONTEXT_KEYS.map((key) => [key, { type: 'string' }]),
)

/** The description of every call in OpenAPI 3.1, generated from the contract; `serverUrl` is where the calls are made. */
export function openApi(calls: readonly CallSpec[], serverUrl: string): object {
  const components: Components = {}
  const paths = Object.fromEntries(calls.map((spec) => [spec.path, { post: operation(spec, components) }]))
  return {
    openapi: '3.1.0',
    info: {
      title: '焕机',
      version: '1',
      description:
        '所有接口均为 POST JSON：请求体为业务字段加登录信息，应答为 {_errCode, _errStr, _bizErrCode, _data}。使用接口密钥时，请求体只放业务字段。' +
        '跟进变化用接口推送，或用订单、商品、售后和账单列表的 updatedFrom：按 updatedAt 从早到晚返回有变化的记录，下一次从读到的最后一条往前5分钟开始，按ID和updatedAt去重。' +
        '没有 updatedFrom 时列表按平台时间排序，晚到的记录会插在已读过的位置之后，不要只沿游标往新的方向翻。',
    },
    servers: [{ url: serverUrl }],
    components: {
      schemas: components,
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: '接口密钥，以 hj_live_ 开头' } },
    },
    paths,
  }
}

function operation(spec: CallSpec, components: Components): object {
  const input = describeShape(spec.input, 'input', components)
  const output = describeShape(spec.output, 'output', components)
  return {
    summary: spec.title,
    operationId: spec.path.replace(/^\//, '').replaceAll('/', '.'),
    'x-access': describeAccess(spec.access),
    'x-kind': spec.kind,
    // of keys only the calls that are not closed to them (contract/src/key-rules.ts); people name themselves in the body
    security: closedToKeys(spec) === null ? [{}, { apiKey: [] }] : [{}],
    // empty texts at the top of the others are taken as absent: clients leave them out (docs/specification.md §5)
    'x-keeps-empties': spec.keepsEmpties,
    parameters: spec.kind === 'write' && spec.access !== 'public' ? [IDEMPOTENCY_PARAMETER] : [],
    requestBody: { required: true, content: { 'application/json': { schema: withLogin(input, needsLogin(spec)) } } },
    responses: {
      200: {
        description: spec.refusals.map((code) => `${code}：${programRefusalText(code)}`).join('\n') || '成功',
        content: { 'application/json': { schema: envelope(output, spec.refusals) } },
      },
      default: {
        description: '没有执行：_errCode 与 _errStr 说明原因',
        content: { 'application/json': { schema: envelope({ type: 'null' }, []) } },
      },
    },
  }
}

const IDEMPOTENCY_PARAMETER = {
  name: IDEMPOTENCY_HEADER,
  in: 'header',
  required: false,
  description: '同一次操作的编号：重复提交会得到第一次的结果',
  schema: { type: 'string', maxLength: 64 },
}

const describeAccess = (access: Access) => (typeof access === 'string' ? access : access.anyOf)

/** Only people make such a call, and only when they are signed in. */
const needsLogin = (spec: CallSpec): boolean => spec.access !== 'public' && closedToKeys(spec) !== null

/**
 * The body of a call: its own fields and the login context beside them, which a program with a key leaves out. Each of
 * several bodies that a call takes has both, since a body refuses every other field.
 * @throws Error for an input that is no object
 */
function withLogin(input: JsonSchema, isRequired: boolean): JsonSchema {
  const { oneOf, anyOf, ...rest } = input
  if (oneOf) return { ...rest, oneOf: oneOf.map((one) => withLogin(one as JsonSchema, isRequired)) }
  if (anyOf) return { ...rest, anyOf: anyOf.map((one) => withLogin(one as JsonSchema, isRequired)) }
  if (input.type !== 'object') throw new Error('the input of a call is an object')
  const { properties, required = [] } = input
  return {
    ...rest,
    // a name that the call uses for its own input is described by the call
    properties: { ...LOGIN_CONTEXT, ...properties },
    required: [...new Set([...required, ...(isRequired ? LOGIN_CONTEXT_KEYS : [])])],
  }
}

function envelope(data: JsonSchema, refusals: readonly string[]): object {
  return {
    type: 'object',
    required: ['_errCode', '_errStr', '_bizErrCode', '_data'],
    properties: {
      _errCode: { type: 'string' },
      _errStr: { type: 'string' },
      _bizErrCode: { type: 'string', ...(refusals.length > 0 ? { enum: ['', ...refusals] } : {}) },
      _data: data.type === 'null' ? data : { anyOf: [data, { type: 'null' }] },
    },
  }
}
