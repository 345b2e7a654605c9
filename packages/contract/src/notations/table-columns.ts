/** What a column of a parameter table is about. */
export type Column = 'name' | 'type' | 'required' | 'optional' | 'default' | 'description'

/** Where each column stands. */
export type Columns = ReadonlyMap<Column, number>

const TITLES: Readonly<Record<Column, string>> = {
  name: 'parameter,parameters,parameter name,param,params,argument,arg,参数,参数名,参数名称,name,field,property,key,input,option,字段,字段名,名称',
  type: 'type,data type,类型,数据类型,参数类型',
  required: 'required,required?,mandatory,is required,必填,必需,必须,必选,是否必填,是否必需,是否必须,是否必选',
  optional: 'optional,optional?,可选,是否可选',
  default: 'default,defaults,default value,默认,默认值,缺省,缺省值',
  description: 'description,desc,meaning,details,notes,explanation,说明,描述,备注,含义,参数说明,解释',
}
// A table of "fields" or "names" may be about anything; one of parameters is about parameters.
const CLEAR_TITLES = new Set(TITLES.name.split(',').slice(0, 10))
const BY_TITLE = new Map(
  Object.entries(TITLES).flatMap(([column, titles]) => titles.split(',').map((title) => [title, column as Column])),
)

/** Where the columns of a parameter table are, in any order; undefined when the header is of some other table. */
export function findColumns(header: readonly string[]): Columns | undefined {
  const titles = header.map((cell) => cell.replace(/[*_`]/g, '').trim().toLowerCase())
  const columns = new Map<Column, number>()
  for (const [i, title] of titles.entries()) {
    const column = BY_TITLE.get(title)
    if (column !== undefined && !columns.has(column)) columns.set(column, i)
  }
  const name = columns.get('name')
  if (name === undefined) return undefined
  const isClear = CLEAR_TITLES.has(titles[name] ?? '') && columns.size > 1
  return isClear || columns.has('type') ? columns : undefined
}
