import type { InputOf, OutputOf } from '@huanji/contract/call'
import type { Calls } from '@huanji/contract/calls'

export type EmployeeRow = OutputOf<Calls['employee']['list']>['list'][number]
export type EmployeeInput = InputOf<Calls['employee']['edit']>
export type RoleRow = OutputOf<Calls['role']['list']>['list'][number]
export type RoleInfo = OutputOf<Calls['role']['info']>
export type RoleInput = InputOf<Calls['role']['edit']>
export type AuditRow = OutputOf<Calls['auditTrail']['list']>['list'][number]
export type KeyRow = OutputOf<Calls['programKeys']['list']>['list'][number]
export type KeyInfo = OutputOf<Calls['programKeys']['info']>
export type KeyInput = InputOf<Calls['programKeys']['create']>
