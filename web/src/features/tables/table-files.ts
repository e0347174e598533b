/** What a person may choose where a table is asked for; what cannot be read says so, with how to save it. */
export const TABLE_FILES =
  '.xlsx,.xlsm,.csv,.tsv,.txt,.xls,.et,.ods,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,text/csv'
