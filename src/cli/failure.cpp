// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/failure.hpp"

#include <new>

#include "cli/output.hpp"
#include "cli/source_file.hpp"
#include "files/vector_file.hpp"
#include "korat/error.hpp"
#include "korat/position.hpp"

namespace korat::cli {

failure failure_of(const std::exception_ptr& thrown) {
  try {
    std::rethrow_exception(thrown);
  } catch (const usage_error& e) {
    return {e.what(), exit_code::wrong_usage, true};
  } catch (const source_error& e) {
    return {e.what(), exit_code::wrong_usage};
  } catch (const finitization_error& e) {
    return {e.what(), exit_code::wrong_usage};
  } catch (const position_error& e) {
    return {e.what(), exit_code::wrong_usage};
  } catch (const predicate_error& e) {
    return {e.what(), exit_code::predicate_failed};
  } catch (const ended_early& e) {
    return {e.what(), e.code()};
  } catch (const files::write_error& e) {
    return {e.what(), exit_code::output_failed};
  } catch (const files::file_error& e) {
    return {e.what(), exit_code::input_damaged};
  } catch (const output_error& e) {
    return e.reader_gone() ? failure{"", exit_code::reader_gone} : failure{e.what(), exit_code::output_failed};
  } catch (const std::bad_alloc&) {
    return {"out of memory: try smaller bounds", exit_code::internal_error};
  } catch (const std::exception& e) {
    return {e.what(), exit_code::internal_error};
  }
}

}  // namespace korat::cli
