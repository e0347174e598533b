import type { Access, CallSpec } from '@huanji/contract/call'
import { IDEMPOTENCY_HEADER, LOGIN_CONTEXT_KEYS } from '@huanji/contract/envelope'
import { REFUSALS } from '@huanji/contract/errors'
import { closedToKeys } from '@huanji/contract/key-rules'
import * as z from 'zod'

/** Empty before signing in, and sent all the same. */
const LOGIN_CONTEXT = Object.fromEntries(LOGIN_CONTEXT_KEYS.map((key) => [key, { type: 'string' }]))

/** The description of every call in OpenAPI 3.1, generated from the contract. */
export function openApi(calls: readonly CallSpec[]): object {
  return {
    openapi: '3.1.0',
    info: {
      title: '焕机',
      version: '1',
      description:
        '所有接口均为 POST JSON：请求体为业务字段加登录信息，应答为 {_errCode, _errStr, _bizErrCode, _data}。使用接口密钥时，请求体只放业务字段。' +
        '列表按平台时间排序，晚到的记录会插在已读过的位置之后：跟进新记录时用接口推送，或把起始时间往前多取几天并按编号去重，不要只沿游标往新的方向翻。',
    },
    components: {
      securitySchemes: { apiKey: { type: 'http', scheme: 'bearer', description: '接口密钥，以 hj_live_ 开头' } },
    },
    paths: Object.fromEntries(calls.map((spec) => [spec.path, { post: operation(spec) }])),
  }
}

function operation(spec: CallSpec): object {
  const input = z.toJSONSchema(spec.input, { io: 'input', unrepresentable: 'any' })
  const output = z.toJSONSchema(spec.output, { io: 'output', unrepresentable: 'any' })
  return {
    summary: spec.title,
    operationId: spec.path.replace(/^\//, '').replaceAll('/', '.'),
    'x-access': describeAccess(spec.access),
    'x-kind': spec.kind,
    // of keys only the calls that are not closed to them (contract/src/key-rules.ts)
    ...(closedToKeys(spec) === null ? { security: [{}, { apiKey: [] }] } : {}),
    // empty texts at the top of the others are taken as absent: clients leave them out (docs/specification.md §5)
    'x-keeps-empties': spec.keepsEmpties,
    parameters: spec.kind === 'write' && spec.access !== 'public' ? [IDEMPOTENCY_PARAMETER] : [],
    requestBody: { required: true, content: { 'application/json': { schema: withLogin(input) } } },
    responses: {
      200: {
        description: spec.refusals.map((code) => `${code}：${REFUSALS[code]}`).join('\n') || '成功',
        content: { 'application/json': { schema: envelope(output, spec.refusals) } },
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

function withLogin(input: object): object {
  const {
    $schema,
    properties,
    required = [],
    ...rest
  } = input as Partial<Record<string, unknown>> & {
    required?: readonly string[]
  }
  return {
    ...rest,
    type: 'object',
    // a name that the call uses for its own input is described by the call
    properties: { ...LOGIN_CONTEXT, ...(properties as object | undefined) },
    required: [...new Set([...required, ...LOGIN_CONTEXT_KEYS])],
  }
}

function envelope(output: object, refusals: readonly string[]): object {
  const { $schema, ...data } = output as { $schema?: string }
  return {
    type: 'object',
    required: ['_errCode', '_errStr', '_bizErrCode', '_data'],
    properties: {
      _errCode: { type: 'string' },
      _errStr: { type: 'string' },
      _bizErrCode: { type: 'string', ...(refusals.length > 0 ? { enum: ['', ...refusals] } : {}) },
      _data: { anyOf: [data, { type: 'null' }] },
    },
  }
}
