import type {
  A_Const,
  A_Expr,
  A_Star,
  AlterTableStmt,
  BoolExpr,
  ColumnDef,
  ColumnRef,
  CommonTableExpr,
  Constraint,
  CreateFunctionStmt,
  CreateStmt,
  DefElem,
  DeleteStmt,
  DropStmt,
  FuncCall,
  FunctionParameter,
  IndexElem,
  IndexStmt,
  InsertStmt,
  JoinExpr,
  MergeStmt,
  Node,
  ParamRef,
  RangeSubselect,
  RangeVar,
  ResTarget,
  SelectStmt,
  SQLValueFunction,
  String as Text,
  Boolean as Truth,
  UpdateStmt,
} from 'libpg-query'

/** What a node of PostgreSQL's syntax tree holds, by its kind: those that are looked at. */
interface Kinds {
  readonly A_Const: A_Const
  readonly A_Expr: A_Expr
  readonly A_Star: A_Star
  readonly AlterTableStmt: AlterTableStmt
  readonly BoolExpr: BoolExpr
  readonly Boolean: Truth
  readonly ColumnDef: ColumnDef
  readonly ColumnRef: ColumnRef
  readonly CommonTableExpr: CommonTableExpr
  readonly Constraint: Constraint
  readonly CreateFunctionStmt: CreateFunctionStmt
  readonly CreateStmt: CreateStmt
  readonly DefElem: DefElem
  readonly DeleteStmt: DeleteStmt
  readonly DropStmt: DropStmt
  readonly FuncCall: FuncCall
  readonly FunctionParameter: FunctionParameter
  readonly IndexElem: IndexElem
  readonly IndexStmt: IndexStmt
  readonly InsertStmt: InsertStmt
  readonly JoinExpr: JoinExpr
  readonly MergeStmt: MergeStmt
  readonly ParamRef: ParamRef
  readonly RangeSubselect: RangeSubselect
  readonly RangeVar: RangeVar
  readonly ResTarget: ResTarget
  readonly SQLValueFunction: SQLValueFunction
  readonly SelectStmt: SelectStmt
  readonly String: Text
  readonly UpdateStmt: UpdateStmt
}
type Kind = keyof Kinds

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

/** The content of a node where it is of that kind. */
export const contentOf = <K extends Kind>(node: unknown, kind: K): Kinds[K] | undefined =>
  isObject(node) && kind in node ? (node[kind] as Kinds[K]) : undefined

/** Every node of a kind below a value, whatever stands between. */
export function everyNode<K extends Kind>(value: unknown, kind: K, isClosed?: (value: unknown) => boolean): Kinds[K][] {
  if (Array.isArray(value)) return value.flatMap((each) => everyNode(each, kind, isClosed))
  if (!isObject(value) || isClosed?.(value) === true) return []
  const own = contentOf(value, kind)
  const inner = Object.values(value).flatMap((each) => everyNode(each, kind, isClosed))
  return own === undefined ? inner : [own, ...inner]
}

const QUERIES = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'] as const

export const isQuery = (value: unknown): boolean => isObject(value) && QUERIES.some((kind) => kind in value)

/** The queries that stand within a value, without those that stand within one of them. */
export function queriesWithin(value: unknown): Node[] {
  if (Array.isArray(value)) return value.flatMap(queriesWithin)
  if (!isObject(value)) return []
  return isQuery(value) ? [value as Node] : Object.values(value).flatMap(queriesWithin)
}

export const textOf = (node: Node | undefined): string => contentOf(node, 'String')?.sval ?? ''
