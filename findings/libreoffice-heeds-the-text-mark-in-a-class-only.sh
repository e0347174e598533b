#!/bin/bash
# Software: libreoffice-calc-nogui 4:7.4.7-1+deb12u14, gnumeric 1.12.55-1 (Debian 12).
#
# Guess: a table in HTML under the name .xls, as order systems export it, marks its codes as text with the number format
#   \@ or with x:str. A spreadsheet that opens such files heeds the marks, wherever CSS and the dialect let them stand; or
#   it heeds none.
# Seen: LibreOffice heeds the format of a class and not the same format in the cell's own style, nor x:str; gnumeric heeds
#   none and keeps the digits only. The cells are 1234567890123456789, 0012 and 1E5:
#     LibreOffice, class with the format: 1234567890123456789,0012,1E5
#     LibreOffice, style with the format: 1.23456789012346E+018,12,100000
#     LibreOffice, x:str: 1.23456789012346E+018,12,100000
#     gnumeric, class with the format: 1234567890123456789,12,100000
#     gnumeric, style with the format: 1234567890123456789,12,100000
#     gnumeric, x:str: 1234567890123456789,12,100000
# Why it matters: "open it and save it as .xlsx", which is what one tells people whose export cannot be imported, is safe
#   for one shop's export and spoils the order and serial numbers of another's, before the import sees them; and 12 and
#   100000 look whole.
# Our product: refuses such a table and asks to save it as .xlsx with Excel or WPS (domain/src/tables/file-kind.ts), so
#   with the programs that the marks are made for.
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"
debian_pinned libreoffice-calc-nogui 4:7.4.7-1+deb12u14
debian_pinned gnumeric 1.12.55-1

line() { # how the cells are marked
  local code
  echo '<tr>'
  for code in 1234567890123456789 0012 1E5; do echo "<td ${1//CODE/$code}>$code</td>"; done
  echo '</tr>'
}
{
  cat <<'HTML'
<html xmlns:x="urn:schemas-microsoft-com:office:excel"><head><meta charset="utf-8">
<style>.text { mso-number-format:"\@"; }</style></head><body><table>
HTML
  line 'class="text"'
  line "style='mso-number-format:\"\\@\"'"
  line 'x:str="CODE"'
  echo '</table></body></html>'
} >orders.xls
told() { # PROGRAM: the three lines of orders.csv
  paste -d ' ' <(printf "$1, %s:\n" 'class with the format' 'style with the format' x:str) orders.csv
}
soffice "-env:UserInstallation=file://$folder/profile" --headless --convert-to 'csv:Text - txt - csv (StarCalc):44,34,76' \
  orders.xls >/dev/null 2>&1
seen=$(told LibreOffice)
LC_ALL=C.UTF-8 HOME=$folder ssconvert orders.xls orders.csv 2>/dev/null
seen+=$(echo && told gnumeric)
verdict '1234567890123456789,0012,1E5 in each line' \
  'LibreOffice, class with the format: 1234567890123456789,0012,1E5
LibreOffice, style with the format: 1.23456789012346E+018,12,100000
LibreOffice, x:str: 1.23456789012346E+018,12,100000
gnumeric, class with the format: 1234567890123456789,12,100000
gnumeric, style with the format: 1234567890123456789,12,100000
gnumeric, x:str: 1234567890123456789,12,100000' "$seen"
