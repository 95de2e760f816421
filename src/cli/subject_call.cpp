// SPDX-FileCopyrightText: Korat for C++ contributors
// SPDX-License-Identifier: Apache-2.0

#include "cli/subject_call.hpp"

#include "cli/arguments.hpp"
#include "cli/exit_code.hpp"
#include "files/json_reader.hpp"

namespace korat::cli {

void add_subject(option_list& options, subject_call& call) {
  call.command = options.command();
  options.word("SUBJECT", "One of 'korat list', or a header, FILE or FILE:NAME", call.subject);
  options.words("ARGUMENTS", "Its bounds", call.arguments);
}

std::string description_of(const subject_call& call, const subjects::arguments& arguments) {
  return encoding::json_object{{"subject", call.subject}, {"arguments", arguments}}.text();
}

subject_call described_call(const std::string& description, const std::string& path) {
  subject_call call;
  try {
    const auto json = files::json_value::parse(description);
    call.subject = json.at("subject").get<std::string>();
    for (const auto& a : json.at("arguments").each()) call.arguments.push_back(std::to_string(a.get<std::int64_t>()));
  } catch (const files::json_error&) {
    throw file_error(path + " does not say of which subject it is");
  }
  return call;
}

namespace {

const subjects::subject& subject_of(const subject_call& call) {
  if (call.subject.empty()) throw usage_error("say which subject; 'korat list' shows what there is");
  return named_subject(call.subject);
}

}  // namespace

called_subject::called_subject(const subject_call& call)
    : subject_(subject_of(call)), arguments_(checked_arguments(subject_, call.arguments, call.beginning())) {}

std::unique_ptr<basic_search> called_subject::search(search_options options) const {
  return subject_.search(arguments_, std::move(options));
}

std::string called_subject::text() const { return call_text(subject_.name, arguments_); }

encoding::json_object called_subject::json() const { return {{"subject", subject_.name}, {"arguments", arguments_}}; }

}  // namespace korat::cli
