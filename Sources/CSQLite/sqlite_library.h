#ifndef FACELATCH_SQLITE_LIBRARY_H
#define FACELATCH_SQLITE_LIBRARY_H

#include <sqlite3.h>

// sqlite3_db_config takes a variable number of arguments, which Swift cannot pass. Sets one of its switches.
static inline int facelatch_sqlite_switch(sqlite3 *database, int option, int is_on) {
  return sqlite3_db_config(database, option, is_on, (int *)0);
}

#endif
